import type { FormatRows } from '../../../engine/resources/fileFormat.ts';
import { summarizeNames, type BotDraft } from './draft.ts';
import { joinEntity } from './joinEntity.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Rows for the import of intents, one per sample. */
export function intentRows(draft: BotDraft): FormatRows {
  const rows: string[][] = [];
  const faults = new Map<number, string>();
  for (const [intent, samples] of draft.intents)
    for (const { text, fault } of samples) {
      if (fault !== undefined) faults.set(rows.length, fault);
      rows.push([intent, text]);
    }
  const entities = [...draft.entities.keys()];
  const hint = t(
    'The file has entities as well: %{entities}. Import it in Entity too, so that marked words are recognised.',
    { entities: summarizeNames(entities) },
  );
  return {
    ...{ head: ['Intent', 'Sample'], rows, faults },
    notes: [...(entities.length > 0 ? [hint] : []), ...draft.notes()],
    also: entities.length > 0 ? ['entity'] : [],
  };
}

/** Rows for the import of entities, with the titles of their fields. */
export function entityRows(draft: BotDraft): FormatRows {
  const intents = [...draft.intents].filter(([, samples]) => samples.length > 0).map(([name]) => name);
  const entities = [...draft.entities.values()];
  const isMarked = entities.map(({ isLearned, isMarked }) => isLearned || isMarked === true);
  const rows = entities.map(({ name, format, pattern = '', system = '', options }) => {
    const optionList = [...options].map(([option, synonyms]) => ({
      name: option,
      ...(synonyms.size > 0 && { synonyms: [...synonyms] }),
    }));
    return [name, format, pattern, system, format === 'list' ? JSON.stringify(optionList) : ''];
  });
  const hint = t('The file has intents as well: %{intents}. Import it in Intent too.', {
    intents: summarizeNames(intents),
  });
  return {
    head: ['Name', 'Format', 'Pattern', 'Kind of value', 'Options'],
    rows,
    mergeWithStored: (at, values, stored) => joinEntity(values, stored, isMarked[at] === true),
    notes: [...(intents.length > 0 ? [hint] : []), ...draft.notes()],
    also: intents.length > 0 ? ['intent'] : [],
  };
}
