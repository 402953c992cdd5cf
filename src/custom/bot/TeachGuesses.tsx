import Checkbox from '@mui/material/Checkbox';
import Chip from '@mui/material/Chip';
import FormControlLabel from '@mui/material/FormControlLabel';
import { styled } from '@mui/material/styles';
import { useEffect, useRef } from 'react';
import { useActionRecords } from '../../resources/actions/actionRecords.ts';
import { useFormSession, useSessionValue } from '../../resources/fieldKit/useSession.ts';
import { useGuesses } from './useGuesses.ts';
import { formatPercent } from './formatPercent.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

/** Largest number of selected sentences that are shown; the others are counted. */
const MAX_SENTENCES = 5;

const Section = styled('section')({
  ...TEXT.small,
  '& h3': { margin: '0 0 6px', ...TEXT.small, fontWeight: 500 },
  '& ul': { listStyle: 'none', margin: 0, padding: 0, color: 'var(--ink-2)' },
  '& li': { overflowWrap: 'anywhere' },
  // Reserved while they are loaded, so that the field below does not move.
  '& .choices': { display: 'flex', flexWrap: 'wrap', gap: 8, minHeight: 24 },
});

/** The selected sentences, where there are several. */
export const TeachSamples = () => {
  const records = useActionRecords();
  if (records.length < 2) return null;
  return (
    <Section>
      <h3>{t('These %{count} become samples', { count: records.length })}</h3>
      <ul>
        {records.slice(0, MAX_SENTENCES).map(({ id, sentence }) => (
          <li key={id}>{String(sentence)}</li>
        ))}
        {records.length > MAX_SENTENCES && (
          <li>{t('and %{count} more', { count: records.length - MAX_SENTENCES })}</li>
        )}
      </ul>
    </Section>
  );
};

/** The closest intents, as buttons that choose one. */
export const TeachGuesses = () => {
  const session = useFormSession();
  const chosen = useSessionValue((one) => one.read(['intent']));
  const { data, isLoading } = useGuesses(useActionRecords());
  if (!isLoading && !data?.intents.length) return null;
  return (
    <Section aria-label={t('Nearest intents')} aria-busy={isLoading}>
      <h3>{t('The bot’s best guesses')}</h3>
      <div className="choices">
        {data?.intents.map((intent) => (
          <Chip
            key={intent.id}
            size="small"
            label={`${intent.name} ${formatPercent(intent.score)}`}
            color={chosen === intent.id ? 'primary' : 'default'}
            variant={chosen === intent.id ? 'filled' : 'outlined'}
            aria-pressed={chosen === intent.id}
            onClick={() => session.setValue(['intent'], intent.id)}
          />
        ))}
      </div>
    </Section>
  );
};

/** Fills in the suggested name of a new intent, unless somebody typed or cleared the name. */
const useSuggestedName = (name: string | undefined): void => {
  const session = useFormSession();
  const isNew = useSessionValue((one) => one.read(['to']) === 'new');
  const isNamed = useSessionValue((one) => Boolean(one.read(['name'])));
  const isEdited = useRef(false);
  if (isNamed) isEdited.current = true;
  useEffect(() => {
    if (!isNew || name === undefined || isEdited.current) return;
    isEdited.current = true;
    // The form may have a newer value than this render.
    if (!session.read(['name'])) session.setValue(['name'], name);
  }, [isNew, name, session]);
};

/** Open sentences that are similar, with checkboxes to teach them too. */
export const SimilarSentences = () => {
  const session = useFormSession();
  const marked = useSessionValue((one) => one.read(['also']));
  const { data } = useGuesses(useActionRecords());
  useSuggestedName(data?.name);
  if (!data || data.alike.length === 0) return null;
  const also = Array.isArray(marked) ? marked.map(String) : [];
  const toggle = (id: string): void =>
    session.setValue(['also'], also.includes(id) ? also.filter((one) => one !== id) : [...also, id]);
  return (
    <Section>
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
    </Section>
  );
};
