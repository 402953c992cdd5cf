import { parseSentence, dropBlankParts } from '../../../schemas/model/sentence.ts';
import { textOf } from '../../../schemas/model/text.ts';
import type { ActionModel } from '../../../schemas/model/types.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** What is said when an action is done with these records, as they are now; of several sentences each once. */
export function successOf(
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
  // What every one of them begins with is said once.
  return [longest, ...others.filter((one) => !longest.startsWith(one))].join('. ');
}
