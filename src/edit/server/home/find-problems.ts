import { codeDigest } from '../../../generator/renderer/code-digest.ts';
import { checkContentFromCache } from '../../../generator/texts/check-content-with-cache.ts';
import type { Diagnostic } from '../../../shared/user-error.ts';
import type { Site } from '../../../site/editions/editions.ts';
import { renewed } from '../../../site/open-site.ts';
import { readTelemetry } from '../../../telemetry/settings.ts';
import type { Editor } from '../../editor.ts';
import type { FoundProblem } from '../../page-data.ts';
import { textOfFile, textUrl } from '../addresses.ts';
import { nameOfLanguage, titleOfText } from '../names.ts';

/** `POST /api/problems`: every mistake that stops a build, with the page of its text. */
export async function findProblems({ workspace }: Editor): Promise<{ problems: FoundProblem[] }> {
  const { env, output } = workspace;
  const site = renewed(workspace.site, workspace.site.day);
  const { diagnostics } = await checkContentFromCache({ site, output, code: codeDigest(readTelemetry(env)) });
  return { problems: diagnostics.map((each) => toFound(site, each)) };
}

function toFound(site: Site, { file, line, message, hint }: Diagnostic): FoundProblem {
  const text = textOfFile(site, file);
  return {
    place: text
      ? `${titleOfText({ key: text.key, title: text.key.name })}, ${nameOfLanguage(text.lang)}, line ${line}`
      : `${file}, line ${line}`,
    url: text && textUrl(text.key),
    message: `${message}. ${hint}.`,
  };
}
