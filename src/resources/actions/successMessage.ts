import { parseSentence, dropBlankParts } from '../../../schemas/model/sentence.ts';
import { textOf } from '../../../schemas/model/text.ts';
import type { ActionModel } from '../../../schemas/model/types.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** The success message of an action, filled from the updated records; different sentences are joined, each once. */
export function successMessage(
  { success, label }: Pick<ActionModel, 'success' | 'label'>,
  records: readonly Readonly<Record<string, unknown>>[],
): string {
  if (success === undefined) return t('%{label}: done', { label });
  const parts = parseSentence(success) ?? [];
  const sentences = (records.length > 0 ? records : [{}]).map((record) =>
    dropBlankParts(parts, record)
      .map((part) => (part.kind === 'words' ? part.text : textOf(record[part.name] ?? '')))
      .join(''),
  );
  const [longest = '', ...others] = [...new Set(sentences)].sort((a, b) => b.length - a.length);
  // A sentence that begins the longest one is contained in it.
  return [longest, ...others.filter((one) => !longest.startsWith(one))].join('. ');
}
