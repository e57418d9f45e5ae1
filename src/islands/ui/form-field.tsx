import { type ReactElement, useState } from 'react';

import { formElementId } from '../../contract/element-ids.ts';
import type { Field } from '../../contract/forms.ts';
import { paths } from '../../site/editions/paths.ts';
import type { Translate, TranslationKey } from '../../site/i18n/translator.ts';
import { useHydrated } from './use-hydrated.ts';

interface Props {
  form: Parameters<typeof formElementId>[0];
  name: string;
  field: Field;
  t: Translate;
  /** Query of links to pages; see `IslandProps`. */
  query?: string | undefined;
  /** The value that the service sent back. */
  value: string | undefined;
  /** The error message. */
  message: TranslationKey | undefined;
  hidden: boolean;
}

/** A field with label, hint and error message. The value stays in the element, not in React. */
export function FormField({ form, name, field, t, query = '', value, message, hidden }: Props): ReactElement {
  const [isShown, setShown] = useState(false);
  const isHydrated = useHydrated();
  const id = formElementId(form, name);
  const isPassword = field.type === 'password';
  const isCheckbox = field.type === 'checkbox';
  return (
    <div className={isCheckbox ? 'field check' : 'field'} id={`${id}-field`} hidden={hidden}>
      <label htmlFor={id}>{t(`form.${field.label ?? name}` as TranslationKey)}</label>
      {field.hint && (
        <p className="hint" id={`${id}-hint`}>
          {t(`form.${field.hint}`)}
        </p>
      )}
      <div className="control">
        <input
          id={id}
          name={name}
          type={isShown ? 'text' : field.type}
          autoComplete={isCheckbox ? undefined : field.autocomplete}
          inputMode={field.type === 'email' ? 'email' : undefined}
          minLength={field.minLength}
          maxLength={field.maxLength}
          // Phones capitalise the first letter of a text field, such as a shown password.
          autoCapitalize={isShown ? 'none' : undefined}
          spellCheck={isCheckbox ? undefined : false}
          required={!field.onDemand && !field.optional}
          aria-invalid={message && true}
          aria-describedby={`${field.hint ? `${id}-hint ` : ''}${id}-error`}
          {...(isCheckbox ? { defaultChecked: value !== undefined } : { defaultValue: value })}
        />
        {isPassword && isHydrated && (
          <RevealButton id={id} label={t('form.showPassword')} isShown={isShown} onToggle={setShown} />
        )}
      </div>
      {field.links && (
        <ul className="links">
          {field.links.map((route) => (
            <li key={route}>
              <a href={paths[route] + query} target="_blank">
                {t(`page.${route}.title`)}
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className="error" id={`${id}-error`} hidden={!message}>
        {message && t(message)}
      </p>
    </div>
  );
}

interface RevealProps {
  /** Id of the password field. */
  id: string;
  label: string;
  isShown: boolean;
  onToggle: (isShown: boolean) => void;
}

const RevealButton = ({ id, label, isShown, onToggle }: RevealProps): ReactElement => (
  <button
    type="button"
    className="reveal"
    aria-label={label}
    title={label}
    aria-pressed={isShown}
    aria-controls={id}
    onClick={() => onToggle(!isShown)}
  >
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" />
      <circle cx="12" cy="12" r="3" />
      {!isShown && <path d="m4 20 16-16" />}
    </svg>
  </button>
);
