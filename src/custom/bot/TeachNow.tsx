import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { useNotify, useRecordContext } from 'react-admin';
import { useRecordMutation } from '../../resources/changes/useRecordMutation.ts';
import { Muted } from '../../resources/fieldKit/parts.tsx';
import type { ListRecord } from '../../resources/fieldKit/types.ts';
import { entityByName } from '../../resources/product.ts';
import { TEXT } from '../../theme/text.ts';
import { useRecordMenu } from '../../resources/actions/useRecordMenu.tsx';
import { guessText, type StoredGuess } from './parseGuesses.ts';
import { useGuesses } from './useGuesses.ts';
import { formatPercent } from './formatPercent.ts';
import { t } from '../../../schemas/texts/translate.ts';

const ENTITY = 'missed-sentence';
/** Largest length of a sample; a longer sentence has to be shortened first, in the form of Teach. */
const MAX_SAMPLE_LENGTH = 100;

const Question = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  // Reserved while they are loaded.
  minHeight: 32,
  '& :is(h3, p)': { margin: 0 },
  '& h3': { ...TEXT.body, fontWeight: 600, color: 'var(--ink)' },
  '& p': { ...TEXT.caption, color: 'var(--ink-3)' },
  '& > button': { justifyContent: 'space-between', paddingInline: 12 },
  '& small': { ...TEXT.caption, color: 'var(--ink-3)', fontWeight: 400 },
});

/** The bot's guesses as buttons that teach the sentence to an intent, or as text where it cannot be taught. */
export const TeachNow = ({ stored }: { stored: readonly StoredGuess[] }) => {
  const record = useRecordContext<ListRecord>();
  return record === undefined ? null : <RecordGuesses {...{ record, stored }} />;
};

interface GuessesProps {
  record: ListRecord;
  stored: readonly StoredGuess[];
}

const RecordGuesses = ({ record, stored }: GuessesProps) => {
  // The transition is offered here, with the guesses, and not beside the record's other ones.
  const { entries, dialog } = useRecordMenu(entityByName(ENTITY), { place: 'row' });
  const teach = entries(record).find(({ id }) => id === 'teach');
  if (teach?.run && teach.disabled === undefined)
    return (
      <>
        <Choices {...{ record, stored }} onOther={teach.run} />
        {dialog}
      </>
    );
  return stored.length === 0 ? <Muted>{t('None')}</Muted> : stored.map(guessText).join(' · ');
};

interface ChoicesProps extends GuessesProps {
  /** Opens the form that offers all intents and a new one. */
  onOther: () => void;
}

const Choices = ({ record, stored, onOther }: ChoicesProps) => {
  const notify = useNotify();
  const mutate = useRecordMutation(ENTITY);
  const [teachingId, setTeachingId] = useState<string>();
  const isShortEnough = String(record['sentence']).length <= MAX_SAMPLE_LENGTH;
  const { data, isLoading } = useGuesses(isShortEnough ? [record] : []);
  const intents = data?.intents ?? [];
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
    <Question data-offers aria-busy={isLoading}>
      <h3>{t('Which intent is it?')}</h3>
      {intents.map(({ id, name, score }) => (
        <Button
          key={id}
          variant="outlined"
          color="inherit"
          aria-label={t('Teach it to %{name}', { name })}
          loading={teachingId === id}
          disabled={teachingId !== undefined}
          onClick={() => void teach(id)}
        >
          {name}
          <small>{shareText(stored.find((one) => one.name === name)?.share, formatPercent(score))}</small>
        </Button>
      ))}
      <Button variant="outlined" color="inherit" onClick={onOther}>
        {intents.length === 0 ? t('Choose an intent') : t('Another intent')}
      </Button>
      {intents.length > 0 && <p>{t('The sentence becomes a sample of the intent you press.')}</p>}
    </Question>
  );
};

/** The confidence when the sentence came and that of today's training, where they differ. */
const shareText = (before: string | undefined, now: string): string =>
  before === undefined || before === now ? now : t('%{before} then · %{now} now', { before, now });
