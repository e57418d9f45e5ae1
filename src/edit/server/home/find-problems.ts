import { checkWords } from '../../../check/check-content.ts';
import { codeDigest } from '../../../generator/renderer/code-digest.ts';
import { checkContentFromCache } from '../../../generator/texts/check-content-with-cache.ts';
import type { Diagnostic } from '../../../shared/user-error.ts';
import { renewed } from '../../../site/open-site.ts';
import { currentSite, output, telemetry } from '../../current-site.ts';
import type { FoundProblem } from '../../page-data.ts';
import { textOfFile, textUrl } from '../addresses.ts';
import { nameOfLanguage, titleOfText } from '../names.ts';

/** `POST /api/problems`: every mistake that stops a build, with the page of its text. */
export async function findProblems(): Promise<{ problems: FoundProblem[] }> {
  const site = renewed(currentSite(), currentSite().day);
  const { diagnostics } = await checkContentFromCache({ site, output, code: codeDigest(telemetry) }, () =>
    checkWords(site),
  );
  return { problems: diagnostics.map(toFound) };
}

function toFound({ file, line, message, hint }: Diagnostic): FoundProblem {
  const text = textOfFile(file);
  return {
    place: text
      ? `${titleOfText({ key: text.key, title: text.key.name })}, ${nameOfLanguage(text.lang)}, line ${line}`
      : `${file}, line ${line}`,
    url: text && textUrl(text.key),
    message: `${message}. ${hint}.`,
  };
}
