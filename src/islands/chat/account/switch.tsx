import { type ReactElement, useId, useState } from 'react';

interface Props {
  label: string;
  hint?: string;
  isOn: boolean;
  /** Until it is done, the switch shows the new value. */
  onSwitch: (on: boolean) => unknown;
}

/** A setting that is on or off. */
export function Switch({ label, hint, isOn, onSwitch }: Props): ReactElement {
  const [asked, ask] = useState<boolean>();
  const id = useId();
  return (
    <>
      <div className="field check">
        <label htmlFor={id}>{label}</label>
        <div className="control">
          <input
            id={id}
            type="checkbox"
            aria-describedby={hint && `${id}-hint`}
            checked={asked ?? isOn}
            onChange={async ({ target: { checked } }) => {
              ask(checked);
              await onSwitch(checked);
              ask(undefined);
            }}
          />
        </div>
      </div>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </>
  );
}
