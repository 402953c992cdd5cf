import Checkbox from '@mui/material/Checkbox';
import Chip from '@mui/material/Chip';
import FormControlLabel from '@mui/material/FormControlLabel';
import { styled } from '@mui/material/styles';
import { useEffect, useRef } from 'react';
import { useActionRecords } from '../../resources/actions/actionRecords.ts';
import { useFormSession, useSessionValue } from '../../resources/fieldKit/useSession.ts';
import { useGuesses } from './useGuesses.ts';
import { percent } from './words.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

/** Chosen sentences that are shown; the others are counted. */
const MAX_SHOWN = 5;

const Part = styled('section')({
  ...TEXT.small,
  '& h3': { margin: '0 0 6px', ...TEXT.small, fontWeight: 500 },
  '& ul': { listStyle: 'none', margin: 0, padding: 0, color: 'var(--ink-2)' },
  '& li': { overflowWrap: 'anywhere' },
  // Kept while they are asked for, so that the field below stays where it is.
  '& .choices': { display: 'flex', flexWrap: 'wrap', gap: 8, minHeight: 24 },
});

/** The sentences that are taught, where it is more than the one that the form shows. */
export const TeachSamples = () => {
  const records = useActionRecords();
  if (records.length < 2) return null;
  return (
    <Part>
      <h3>{t('These %{count} become samples', { count: records.length })}</h3>
      <ul>
        {records.slice(0, MAX_SHOWN).map(({ id, sentence }) => (
          <li key={id}>{String(sentence)}</li>
        ))}
        {records.length > MAX_SHOWN && (
          <li>{t('and %{count} more', { count: records.length - MAX_SHOWN })}</li>
        )}
      </ul>
    </Part>
  );
};

/** The intents that are nearest: one tap chooses. */
export const TeachGuesses = () => {
  const session = useFormSession();
  const chosen = useSessionValue((one) => one.read(['intent']));
  const { data, isLoading } = useGuesses(useActionRecords());
  if (!isLoading && !data?.intents.length) return null;
  return (
    <Part aria-label={t('Nearest intents')} aria-busy={isLoading}>
      <h3>{t('The bot’s best guesses')}</h3>
      <div className="choices">
        {data?.intents.map((intent) => (
          <Chip
            key={intent.id}
            size="small"
            label={`${intent.name} ${percent(intent.score)}`}
            color={chosen === intent.id ? 'primary' : 'default'}
            variant={chosen === intent.id ? 'filled' : 'outlined'}
            aria-pressed={chosen === intent.id}
            onClick={() => session.setValue(['intent'], intent.id)}
          />
        ))}
      </div>
    </Part>
  );
};

/** A new intent begins with the suggested name. What somebody typed stays, and so does a field that they emptied. */
const useSuggestedName = (name: string | undefined): void => {
  const session = useFormSession();
  const isNew = useSessionValue((one) => one.read(['to']) === 'new');
  const isNamed = useSessionValue((one) => Boolean(one.read(['name'])));
  const isOwn = useRef(false);
  if (isNamed) isOwn.current = true;
  useEffect(() => {
    if (!isNew || name === undefined || isOwn.current) return;
    isOwn.current = true;
    // What is typed at this moment is in the form before it is drawn here.
    if (!session.read(['name'])) session.setValue(['name'], name);
  }, [isNew, name, session]);
};

/** Open sentences that are nearly the same: each is taught too once it is marked. */
export const TeachAlike = () => {
  const session = useFormSession();
  const marked = useSessionValue((one) => one.read(['also']));
  const { data } = useGuesses(useActionRecords());
  useSuggestedName(data?.name);
  if (!data || data.alike.length === 0) return null;
  const also = Array.isArray(marked) ? marked.map(String) : [];
  const toggle = (id: string): void =>
    session.setValue(['also'], also.includes(id) ? also.filter((one) => one !== id) : [...also, id]);
  return (
    <Part>
      <h3>{t('Nearly the same, and open too')}</h3>
      {data.alike.map(({ id, sentence, count }) => (
        <FormControlLabel
          key={id}
          sx={{ display: 'flex', m: 0, '& .MuiFormControlLabel-label': { fontSize: 13 } }}
          control={
            <Checkbox size="small" checked={also.includes(id)} onChange={() => toggle(id)} sx={{ p: 0.5 }} />
          }
          label={`${sentence} (${count === 1 ? t('once') : t('%{count} times', { count })})`}
        />
      ))}
    </Part>
  );
};
