import { useId, useState } from 'react';
import type { FieldModel } from '../../../schemas/model/types.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** `autocomplete` of the sign-in forms' fields, for password managers, by form and field. */
const AUTOCOMPLETE: Record<string, string> = {
  'login.username': 'username',
  'login.password': 'current-password',
  'set-up-password.password': 'new-password',
  'request-reset.email': 'email',
  'reset.code': 'one-time-code',
  'reset.password': 'new-password',
};

interface LightFieldProps {
  form: string;
  field: FieldModel;
  autoFocus: boolean;
  /** Error of the value. */
  fault?: string;
}

/** A labelled input; secrets have a button that shows them. */
export const LightField = ({ form, field, autoFocus, fault }: LightFieldProps) => {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const describedBy =
    [fault && `${id}-fault`, field.description && `${id}-hint`].filter(Boolean).join(' ') || undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{field.title}</label>
      <div className="input">
        <input
          id={id}
          name={field.name}
          type={field.secret && !isShown ? 'password' : 'text'}
          placeholder={field.placeholder}
          autoComplete={AUTOCOMPLETE[`${form}.${field.name}`]}
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={autoFocus}
          required={field.required}
          aria-invalid={fault ? true : undefined}
          aria-describedby={describedBy}
        />
        {field.secret && (
          <button
            type="button"
            aria-pressed={isShown}
            aria-label={t('Show password')}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? t('Hide') : t('Show')}
          </button>
        )}
      </div>
      {fault && (
        <p id={`${id}-fault`} className="fault">
          {fault}
        </p>
      )}
      {field.description && (
        <p id={`${id}-hint`} className="hint">
          {field.description}
        </p>
      )}
    </div>
  );
};
