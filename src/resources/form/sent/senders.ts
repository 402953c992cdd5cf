import type { FieldErrors, JsonObject } from '../../../../schemas/model/types.ts';

/** Where a form that stands on a screen by itself is sent. */
export interface FormSender {
  /** Resolves to the faults of the input, by pointer. What else goes wrong is thrown with what people are told. */
  send: (values: JsonObject) => Promise<FieldErrors | undefined>;
  /** What people are told when it is done. */
  success: string;
}

const senders = new Map<string, () => Promise<FormSender>>();

/** Says where a form of `schemas/forms` that `x-form.after` names is sent; fetched when it is sent first. */
export const registerSender = (form: string, load: () => Promise<FormSender>): void => {
  senders.set(form, load);
};

export const senderOf = (form: string): (() => Promise<FormSender>) | undefined => senders.get(form);
