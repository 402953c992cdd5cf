import Checkbox from '@mui/material/Checkbox';
import Chip from '@mui/material/Chip';
import FormControlLabel from '@mui/material/FormControlLabel';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { useEffect, useRef } from 'react';
import type { TeachGuesses as Guesses } from '../../../schemas/understanding/learning.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { useActionRecords } from '../../resources/actions/actionRecords.ts';
import { useLiveRecord } from '../../resources/form/useLiveRecord.ts';
import { useFormSession } from '../../resources/form/useSession.ts';
import { percent } from './words.ts';

const ENTITY = 'missed-sentence';
/** Chosen sentences that are shown; the others are counted. */
const MAX_SHOWN = 5;

const Part = styled('section')({
  marginTop: 16,
  fontSize: 13,
  lineHeight: '20px',
  '& h3': { margin: '0 0 6px', fontSize: 13, lineHeight: '20px', fontWeight: 500, color: 'var(--ink-2)' },
  '& p': { margin: '0 0 6px', color: 'var(--ink-3)' },
  '& ul': { listStyle: 'none', margin: 0, padding: 0 },
  '& li': { overflowWrap: 'anywhere' },
  '& .choices': { display: 'flex', flexWrap: 'wrap', gap: 8 },
});

/** What helps to teach: the intents that are nearest, the sentences that are taught, and open ones that are like them. */
export const TeachGuesses = () => {
  const records = useActionRecords();
  const ids = records.map(({ id }) => id);
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const session = useFormSession();
  const { values } = useLiveRecord();
  const { data } = useQuery({
    queryKey: [ENTITY, 'guesses', ids],
    queryFn: async ({ signal }) =>
      (await dataProvider.ask(ENTITY, null, 'guesses', { body: { ids }, signal })) as unknown as Guesses,
    enabled: ids.length > 0,
    retry: false,
  });
  const isNew = values['to'] === 'new';
  const name = data?.name;
  const typed = typeof values['name'] === 'string' ? values['name'] : '';
  // What somebody typed stays, and so does a field that they emptied.
  const isOwn = useRef(false);
  if (typed !== '') isOwn.current = true;
  useEffect(() => {
    if (!isNew || name === undefined || isOwn.current) return;
    isOwn.current = true;
    // What is typed at this moment is in the form before it is drawn here.
    if (!session.read(['name'])) session.write(['name'], name);
  }, [isNew, name, session]);
  const also = Array.isArray(values['also']) ? values['also'].map(String) : [];
  const toggle = (id: string): void =>
    session.write(['also'], also.includes(id) ? also.filter((one) => one !== id) : [...also, id]);
  return (
    <>
      {!isNew && data && data.intents.length > 0 && (
        <Part aria-label="Nearest intents">
          <h3>The bot’s best guesses</h3>
          <div className="choices">
            {data.intents.map((intent) => (
              <Chip
                key={intent.id}
                size="small"
                label={`${intent.name} ${percent(intent.score)}`}
                color={values['intent'] === intent.id ? 'primary' : 'default'}
                variant={values['intent'] === intent.id ? 'filled' : 'outlined'}
                aria-pressed={values['intent'] === intent.id}
                onClick={() => session.write(['intent'], intent.id)}
              />
            ))}
          </div>
        </Part>
      )}
      {records.length > 1 && (
        <Part>
          <h3>These {records.length} become samples</h3>
          <ul>
            {records.slice(0, MAX_SHOWN).map(({ id, sentence }) => (
              <li key={id}>{String(sentence)}</li>
            ))}
            {records.length > MAX_SHOWN && <li>and {records.length - MAX_SHOWN} more</li>}
          </ul>
        </Part>
      )}
      {data && data.alike.length > 0 && (
        <Part>
          <h3>Nearly the same, and open too</h3>
          {data.alike.map(({ id, sentence, count }) => (
            <FormControlLabel
              key={id}
              sx={{ display: 'flex', m: 0, '& .MuiFormControlLabel-label': { fontSize: 13 } }}
              control={
                <Checkbox
                  size="small"
                  checked={also.includes(id)}
                  onChange={() => toggle(id)}
                  sx={{ p: 0.5 }}
                />
              }
              label={`${sentence} (${count === 1 ? 'once' : `${count} times`})`}
            />
          ))}
        </Part>
      )}
    </>
  );
};
