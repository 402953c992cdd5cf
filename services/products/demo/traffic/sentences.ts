import templates from '../content/templates.json' with { type: 'json' };
import variables from '../content/variables.json' with { type: 'json' };
import type { Message } from '../../../../schemas/generated/types.ts';

/** A message of an answer, as the history keeps it. */
export type Said = Required<Pick<Message, 'type'>> & Pick<Message, 'text'>;

interface Content {
  type: string;
  text?: string;
  altText?: string;
}

const filled = (text: string): string =>
  variables.reduce((whole, { name, value }) => whole.replaceAll(`{{${name}}}`, value), text);

const byName = new Map(
  templates.map(({ name, messages }) => [
    name,
    (messages as readonly Content[]).map(({ type, text, altText }): Said => {
      const said = text ?? altText;
      return { type: type as Said['type'], ...(said !== undefined && { text: filled(said) }) };
    }),
  ]),
);

/** What a template of the demo says, message by message, with its variables filled in. */
export const messagesOf = (template: string): readonly Said[] => byName.get(template) ?? [];

/** The labels of a template's buttons, by the template that each leads to. */
function labelsIn(part: unknown, found: Map<string, string>): Map<string, string> {
  if (part === null || typeof part !== 'object') return found;
  const { label, templateName } = part as { label?: string; templateName?: string };
  if (label !== undefined && templateName !== undefined) found.set(templateName, label);
  for (const inner of Object.values(part)) labelsIn(inner, found);
  return found;
}
const labels = new Map(templates.map((template) => [template.name, labelsIn(template, new Map())]));

/** What the button of a template that leads to another says. */
export function labelOf(template: string, next: string): string {
  const words = next.replaceAll('_', ' ');
  return labels.get(template)?.get(`@template/${next}`) ?? words.charAt(0).toUpperCase() + words.slice(1);
}
