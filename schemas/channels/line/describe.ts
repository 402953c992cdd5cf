import { describeBody, type DescribedBody } from '../../messages/describe.ts';

/** Describes a message of the Messaging API: a template has a type and a text of its own. */
export function describeLineBody({ type, text, altText, template }: Record<string, unknown>): DescribedBody {
  const own = (template ?? {}) as { type?: unknown; text?: unknown };
  return describeBody(own.type ?? type, [text, own.text, altText]);
}
