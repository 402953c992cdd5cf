import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { useNotify, useRecordContext } from 'react-admin';
import { useMay } from '../../authProvider/AccessContext.ts';
import { useRecordMutation } from '../../resources/changes/useRecordMutation.ts';
import { ActionIcon } from '../../resources/changes/ActionIcon.tsx';
import type { ListRecord } from '../../resources/fieldKit/types.ts';
import { entityByName } from '../../resources/product.ts';
import { TEXT } from '../../theme/text.ts';
import { PHONE } from '../../theme/tokens.ts';
import { useGuesses } from './useGuesses.ts';
import { percent } from './words.ts';
import { t } from '../../../schemas/texts/translate.ts';

const ENTITY = 'missed-sentence';
/** Characters that a sample may have: a longer sentence is shortened by a person first, in the form of Teach. */
const MAX_SAMPLE = 100;

const Choices = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  // Kept while they are asked for.
  minHeight: 32,
  '& p': { flex: '1 0 100%', margin: 0, ...TEXT.caption, color: 'var(--ink-3)' },
  [PHONE]: { '& > button': { width: '100%', justifyContent: 'space-between' } },
  '& .share': { marginLeft: 8, ...TEXT.caption, color: 'var(--ink-3)', fontWeight: 400 },
});

/** The bot's guesses at what was meant: one press teaches the sentence to an intent. Otherwise they are only told. */
export const TeachNow = ({ told }: { told: string }) => {
  const record = useRecordContext<ListRecord>();
  const may = useMay();
  const isOpen = record?.['status'] === 'open' && String(record['sentence']).length <= MAX_SAMPLE;
  return record && isOpen && may(ENTITY, 'edit') ? <Guesses {...{ record, told }} /> : told;
};

const Guesses = ({ record, told }: { record: ListRecord; told: string }) => {
  const notify = useNotify();
  const mutate = useRecordMutation(ENTITY);
  const [taught, setTaught] = useState<string>();
  const { data, isLoading } = useGuesses([record]);
  if (!isLoading && !data?.intents.length) return told;
  const teach = async (intent: string): Promise<void> => {
    setTaught(intent);
    const { failure } = await mutate((provider) =>
      provider.action(ENTITY, record.id, 'teach', { to: 'existing', intent }, { version: record.version }),
    );
    setTaught(undefined);
    if (failure) return notify(failure.message, { type: 'error' });
    const { success = '' } = entityByName(ENTITY).actions.find(({ id }) => id === 'teach') ?? {};
    notify(success, { type: 'success' });
  };
  return (
    <Choices aria-busy={isLoading}>
      <p>{t('A press teaches the sentence to that intent. Teach offers all others.')}</p>
      {data?.intents.map(({ id, name, score }) => (
        <Button
          key={id}
          size="small"
          variant="outlined"
          startIcon={<ActionIcon name="teach" />}
          aria-label={t('Teach it to %{name}', { name })}
          loading={taught === id}
          disabled={taught !== undefined}
          onClick={() => void teach(id)}
        >
          {name}
          <span className="share">{percent(score)}</span>
        </Button>
      ))}
    </Choices>
  );
};
