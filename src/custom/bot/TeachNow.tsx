import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { useNotify, useRecordContext } from 'react-admin';
import { useMay } from '../../authProvider/AccessContext.ts';
import { useRecordMutation } from '../../resources/changes/useRecordMutation.ts';
import type { ListRecord } from '../../resources/fieldKit/types.ts';
import { entityByName } from '../../resources/product.ts';
import { TEXT } from '../../theme/text.ts';
import { PHONE } from '../../theme/tokens.ts';
import { useGuesses } from './useGuesses.ts';
import { formatPercent } from './formatPercent.ts';
import { t } from '../../../schemas/texts/translate.ts';

const ENTITY = 'missed-sentence';
/** Largest length of a sample; a longer sentence has to be shortened first, in the form of Teach. */
const MAX_SAMPLE_LENGTH = 100;

const Choices = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  // Reserved while they are loaded.
  minHeight: 32,
  '& :is(h3, p)': { flex: '1 0 100%', margin: 0 },
  '& h3': { ...TEXT.small, fontWeight: 600, color: 'var(--ink)' },
  '& p': { ...TEXT.caption, color: 'var(--ink-3)' },
  [PHONE]: {
    '& > button': { width: '100%', justifyContent: 'flex-start' },
    '& .share': { marginLeft: 'auto !important' },
  },
  '& .share': { marginLeft: 8, ...TEXT.caption, color: 'var(--ink-3)', fontWeight: 400 },
});

/** The bot's guesses as buttons that teach the sentence to an intent, or as text where it cannot be teachingId. */
export const TeachNow = ({ guessesText }: { guessesText: string }) => {
  const record = useRecordContext<ListRecord>();
  const may = useMay();
  const isOpen = record?.['status'] === 'open' && String(record['sentence']).length <= MAX_SAMPLE_LENGTH;
  return record && isOpen && may(ENTITY, 'edit') ? <Guesses {...{ record, guessesText }} /> : guessesText;
};

const Guesses = ({ record, guessesText }: { record: ListRecord; guessesText: string }) => {
  const notify = useNotify();
  const mutate = useRecordMutation(ENTITY);
  const [teachingId, setTeachingId] = useState<string>();
  const { data, isLoading } = useGuesses([record]);
  if (!isLoading && !data?.intents.length) return guessesText;
  const teach = async (intent: string): Promise<void> => {
    setTeachingId(intent);
    const { failure } = await mutate((provider) =>
      provider.action(ENTITY, record.id, 'teach', { to: 'existing', intent }, { version: record.version }),
    );
    setTeachingId(undefined);
    if (failure) return notify(failure.message, { type: 'error' });
    const { success = '' } = entityByName(ENTITY).actions.find(({ id }) => id === 'teach') ?? {};
    notify(success, { type: 'success' });
  };
  return (
    <Choices aria-busy={isLoading}>
      <h3>{t('Which intent is it?')}</h3>
      {data?.intents.map(({ id, name, score }) => (
        <Button
          key={id}
          size="small"
          variant="outlined"
          aria-label={t('Teach it to %{name}', { name })}
          loading={teachingId === id}
          disabled={teachingId !== undefined}
          onClick={() => void teach(id)}
        >
          {name}
          <span className="share">{formatPercent(score)}</span>
        </Button>
      ))}
      <p>{t('It becomes a sample of the one that you press. Teach offers all intents.')}</p>
    </Choices>
  );
};
