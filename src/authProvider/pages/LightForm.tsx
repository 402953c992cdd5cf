import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import type { SchemaValidator } from '../../../schemas/model/schemaValidator.ts';
import { translateModel } from '../../../schemas/texts/translateModel.ts';
import type { FieldErrors, FormSchemaModel } from '../../../schemas/model/types.ts';
import { useLanguage } from '../../i18n/language.ts';
import { IDLE_MS } from '../../ui/loadable.tsx';
import { whenIdle } from '../../ui/whenIdle.ts';
import { type SignInError, signInError } from '../signInErrors.ts';
import { FailureBar } from './FailureBar.tsx';
import { LightField } from './LightField.tsx';

export type LightFormModel = Omit<FormSchemaModel, 'schema'>;
type Values = Record<string, string>;

/** Validation is loaded after the form is shown, long before it is needed. */
const loadRules = () => import('../../../schemas/model/validate.ts');

interface LightFormProps {
  form: LightFormModel;
  validator: SchemaValidator;
  /** Submits the values; an error that it rejects with is shown above the form. */
  onSubmit: (values: Values) => Promise<void>;
  /** Called at each key, to preload what comes next. */
  onTyping?: () => void;
  children?: ReactNode;
}

/** A form of `schemas/forms` in plain HTML: the same rules and messages as everywhere, in little code. */
export const LightForm = ({ form: english, validator, onSubmit, onTyping, children }: LightFormProps) => {
  const form = translateModel(english);
  const id = useId();
  const [faults, setFaults] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<SignInError>();
  const language = useLanguage();
  // Messages are in the language in which they were created.
  useEffect(() => setFaults((found) => (Object.keys(found).length > 0 ? {} : found)), [language]);
  const [isBusy, setBusy] = useState(false);
  // A failure shows when the form is submitted.
  useEffect(() => whenIdle(() => void loadRules().catch(() => undefined), { after: IDLE_MS }), []);

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    const sent = event.currentTarget;
    const data = new FormData(sent);
    // Blanks around a value are removed, except in passwords.
    const values = Object.fromEntries(
      form.fields.map(({ name, secret }): [string, string] => {
        const typed = String(data.get(name) ?? '');
        return [name, secret ? typed : typed.trim()];
      }),
    );
    setBusy(true);
    try {
      const { validate } = await loadRules();
      const found = validate(form, values, { validator });
      setFaults(found);
      setFailure(undefined);
      const first = form.fields.find(({ name }) => found[`/${name}`]);
      if (first) sent.querySelector<HTMLInputElement>(`[name="${first.name}"]`)?.focus();
      else await onSubmit(values);
    } catch (error) {
      setFailure(signInError(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      onSubmit={(event) => void submit(event)}
      onInput={(event) => {
        onTyping?.();
        // The error of a field disappears when it is edited, until the next submit.
        const pointer = `/${(event.target as HTMLInputElement).name}`;
        if (faults[pointer])
          setFaults(Object.fromEntries(Object.entries(faults).filter(([key]) => key !== pointer)));
      }}
      noValidate
      aria-labelledby={`${id}-title`}
    >
      <h1 id={`${id}-title`}>{form.title}</h1>
      {form.description && <p className="muted">{form.description}</p>}
      <FailureBar failure={failure} />
      {form.fields.map((field, index) => (
        <LightField
          key={field.name}
          form={form.name}
          field={field}
          autoFocus={index === 0}
          fault={faults[`/${field.name}`]}
        />
      ))}
      <button type="submit" className="primary" aria-busy={isBusy} disabled={isBusy}>
        {form.submit}
      </button>
      {children}
    </form>
  );
};
