import type { FieldErrors, JsonObject } from '../../../../schemas/model/types.ts';

/** Submits a standalone form. */
export interface FormSender {
  /** Resolves to validation errors by pointer. Any other failure is thrown with a message for the user. */
  send: (values: JsonObject) => Promise<FieldErrors | undefined>;
  /** The notification after success. */
  success: string;
}

const senders = new Map<string, () => Promise<FormSender>>();

/** Registers the sender of a form of `schemas/forms` that `x-form.after` names; loaded on first submit. */
export const registerSender = (form: string, load: () => Promise<FormSender>): void => {
  senders.set(form, load);
};

export const findSender = (form: string): (() => Promise<FormSender>) | undefined => senders.get(form);
