import { describeBody, type DescribedBody } from '../../messages/describe.ts';

/** What the templates of Messenger are among the types of message. */
const TEMPLATES: Record<string, string> = { generic: 'carousel', button: 'buttons' };

interface Attachment {
  type?: string;
  payload?: { template_type?: string; text?: string; elements?: { title?: string }[] };
}

/** Describes a `message` of the Send API: a text, or an attachment. */
export function describeFacebookBody({ text, attachment }: Record<string, unknown>): DescribedBody {
  if (attachment === undefined) return describeBody(text === undefined ? undefined : 'text', [text]);
  const { type, payload = {} } = attachment as Attachment;
  const { template_type: template = '', text: words, elements } = payload;
  return describeBody(TEMPLATES[template] ?? type, [words, elements?.[0]?.title]);
}
