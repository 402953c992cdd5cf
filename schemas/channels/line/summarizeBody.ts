import { summarizeBody, type BodySummary } from '../../messages/summarizeBody.ts';

/** Summarizes a message of the Messaging API: a template has a type and a text of its own. */
export function summarizeLineBody({ type, text, altText, template }: Record<string, unknown>): BodySummary {
  const templateBody = (template ?? {}) as { type?: unknown; text?: unknown };
  return summarizeBody(templateBody.type ?? type, [text, templateBody.text, altText]);
}
