import { invalid } from '../../engine/http/errors.ts';
import type { FieldErrors } from '../../../schemas/model/types.ts';

/** UTF-16 units of what a person writes. */
export const MAX_TEXT_LENGTH = 2_000;
const MAX_LABEL_LENGTH = 300;

/** What a page says: words, or a tap. */
export interface PageMessage {
  id: string;
  text?: string;
  tap?: { action: string; label: string; value?: string };
}

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= most;

/** @throws ApiError 422 naming what is wrong with what a page sent */
export function parsePageMessage(body: unknown): PageMessage {
  const { id, text, tap, ...rest } = (body ?? {}) as Record<string, unknown>;
  const faults: FieldErrors = {};
  const [strange] = Object.keys(rest);
  if (strange !== undefined) faults[`/${strange}`] = `Unknown field "${strange}"`;
  if (typeof id !== 'string' || !/^[\w-]{8,64}$/.test(id))
    faults['/id'] = 'An id of 8 to 64 letters is expected';
  if ((text === undefined) === (tap === undefined)) faults['/text'] = 'A text or a tap is expected';
  if (text !== undefined && !isText(text, MAX_TEXT_LENGTH))
    faults['/text'] = `A message has 1 to ${MAX_TEXT_LENGTH} characters`;
  const { action, label, value } = (tap ?? {}) as Record<string, unknown>;
  if (tap !== undefined) {
    if (!isText(action, 100)) faults['/tap/action'] = 'The id of an action is expected';
    if (!isText(label, MAX_LABEL_LENGTH))
      faults['/tap/label'] = `A label has 1 to ${MAX_LABEL_LENGTH} characters`;
    if (value !== undefined && !isText(value, 100)) faults['/tap/value'] = 'A value has 1 to 100 characters';
  }
  if (Object.keys(faults).length > 0) throw invalid(faults);
  if (text !== undefined) return { id: id as string, text: (text as string).trim() };
  const kept = { action: action as string, label: label as string };
  return { id: id as string, tap: value === undefined ? kept : { ...kept, value: value as string } };
}
