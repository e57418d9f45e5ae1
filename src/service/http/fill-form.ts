import { load } from 'cheerio';

import { formElementId } from '../../contract/element-ids.ts';
import type { ErrorCode } from '../../contract/form-errors.ts';
import { type Field, type FormId, forms, type FormState } from '../../contract/forms.ts';
import { jsonForScript } from '../../shared/text/escape-html.ts';
import type { Edition } from '../../site/editions/editions.ts';
import { lightTranslatorOf } from '../../site/i18n/light-translator-of.ts';

/** Longest text that a page repeats, in UTF-16 units: several times the longest that is allowed, so that users can shorten a text. */
const FILLED_MAX = 8000;

/** Fills typed values, except passwords, and errors into the form of a built page. */
export function fillForm(html: string, form: FormId, { values, errors }: FormState, edition: Edition): string {
  const $ = load(html);
  const byId = (part: string) => $(`#${formElementId(form, part)}`);
  const t = lightTranslatorOf(edition.site.folder, edition.lang);
  const kept: Record<string, string> = {};
  const showError = (part: string, code: ErrorCode): void => {
    byId(part)
      .removeAttr('hidden')
      .text(t(`errors.${code}`, { brand: edition.brand.name }));
  };

  for (const [name, field] of Object.entries<Field>(forms[form].fields)) {
    const input = byId(name);
    const value = values[name]?.slice(0, FILLED_MAX);
    if (value !== undefined && field.type !== 'password') {
      kept[name] = value;
      if (field.type === 'checkbox') input.attr('checked', '');
      else if (field.type === 'textarea') input.text(value);
      else if (field.type === 'select')
        input
          .children()
          .filter((_, { attribs }) => attribs.value === value)
          .attr('selected', '');
      else input.attr('value', value);
    }
    const error = errors[name];
    if (field.onDemand && (value || error)) byId(`${name}-field`).removeAttr('hidden');
    if (!error) continue;
    const described = [input.attr('aria-describedby'), formElementId(form, `${name}-error`)];
    input.attr('aria-invalid', 'true').attr('aria-describedby', [...new Set(described.filter(Boolean))].join(' '));
    showError(`${name}-error`, error);
  }
  if (errors.form) showError('error', errors.form);
  byId('error').parents('details').attr('open', '');
  $('[aria-invalid="true"]').first().attr('autofocus', '');

  const state = jsonForScript({ values: kept, errors } satisfies FormState);
  byId('error')
    .closest('astro-island')
    .before(`<script type="application/json" id="${formElementId(form, 'state')}">${state}</script>`);
  return $.html();
}
