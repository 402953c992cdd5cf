import { invalid } from '../../engine/http/errors.ts';
import type { FieldErrors } from '../../../schemas/model/types.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** In UTF-16 units. */
export const MAX_TEXT_LENGTH = 2_000;
const MAX_LABEL_LENGTH = 300;

/** A message of a page: a text or a tap. */
export interface PageMessage {
  id: string;
  text?: string;
  tap?: { action: string; label: string; value?: string };
}

const isText = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= maxLength;

/** Parses the body of a page's message. @throws ApiError 422 by field */
export function parsePageMessage(body: unknown): PageMessage {
  const { id, text, tap, ...rest } = (body ?? {}) as Record<string, unknown>;
  const errors: FieldErrors = {};
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) errors[`/${unknown}`] = t('Unknown field "%{pointer}"', { pointer: unknown });
  if (typeof id !== 'string' || !/^[\w-]{8,64}$/.test(id))
    errors['/id'] = t('An id of 8 to 64 letters is expected');
  if ((text === undefined) === (tap === undefined)) errors['/text'] = t('A text or a tap is expected');
  if (text !== undefined && !isText(text, MAX_TEXT_LENGTH))
    errors['/text'] = t('A message has 1 to %{max} characters', { max: MAX_TEXT_LENGTH });
  const { action, label, value } = (tap ?? {}) as Record<string, unknown>;
  if (tap !== undefined) {
    if (!isText(action, 100)) errors['/tap/action'] = t('The id of an action is expected');
    if (!isText(label, MAX_LABEL_LENGTH))
      errors['/tap/label'] = t('A label has 1 to %{max} characters', { max: MAX_LABEL_LENGTH });
    if (value !== undefined && !isText(value, 100))
      errors['/tap/value'] = t('A value has 1 to %{max} characters', { max: 100 });
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  if (text !== undefined) return { id: id as string, text: (text as string).trim() };
  const base = { action: action as string, label: label as string };
  return { id: id as string, tap: value === undefined ? base : { ...base, value: value as string } };
}
