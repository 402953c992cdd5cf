import { summarizeBody, type BodySummary } from '../../messages/summarizeBody.ts';

/** What the templates of Messenger are among the types of message. */
const TEMPLATES: Record<string, string> = { generic: 'carousel', button: 'buttons' };

interface Attachment {
  type?: string;
  payload?: { template_type?: string; text?: string; elements?: { title?: string }[] };
}

/** Summarizes a `message` of the Send API: a text, or an attachment. */
export function summarizeFacebookBody({ text, attachment }: Record<string, unknown>): BodySummary {
  if (attachment === undefined) return summarizeBody(text === undefined ? undefined : 'text', [text]);
  const { type, payload = {} } = attachment as Attachment;
  const { template_type: template = '', text: words, elements } = payload;
  return summarizeBody(TEMPLATES[template] ?? type, [words, elements?.[0]?.title]);
}
