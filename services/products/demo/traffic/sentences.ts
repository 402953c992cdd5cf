import templates from '../content/templates.json' with { type: 'json' };
import variables from '../content/variables.json' with { type: 'json' };
import type { Message } from '../../../../schemas/generated/types.ts';

/** A message of an answer, as stored in the history. */
export type AnswerMessage = Required<Pick<Message, 'type'>> & Pick<Message, 'text'>;

interface Content {
  type: string;
  text?: string;
  altText?: string;
}

const fillVariables = (text: string): string =>
  variables.reduce((whole, { name, value }) => whole.replaceAll(`{{${name}}}`, value), text);

const byName = new Map(
  templates.map(({ name, messages }) => [
    name,
    (messages as readonly Content[]).map(({ type, text, altText }): AnswerMessage => {
      const messageText = text ?? altText;
      return {
        type: type as AnswerMessage['type'],
        ...(messageText !== undefined && { text: fillVariables(messageText) }),
      };
    }),
  ]),
);

/** Messages of a demo template, with variables filled in. */
export const templateMessages = (template: string): readonly AnswerMessage[] => byName.get(template) ?? [];

/** The labels of a template's buttons, by the template that each leads to. */
function collectLabels(part: unknown, found: Map<string, string>): Map<string, string> {
  if (part === null || typeof part !== 'object') return found;
  const { label, templateName } = part as { label?: string; templateName?: string };
  if (label !== undefined && templateName !== undefined) found.set(templateName, label);
  for (const inner of Object.values(part)) collectLabels(inner, found);
  return found;
}
const labels = new Map(templates.map((template) => [template.name, collectLabels(template, new Map())]));

/** Label of the button that leads from one template to another. */
export function buttonLabel(template: string, next: string): string {
  const words = next.replaceAll('_', ' ');
  return labels.get(template)?.get(`@template/${next}`) ?? words.charAt(0).toUpperCase() + words.slice(1);
}
