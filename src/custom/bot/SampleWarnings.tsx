import { useMemo } from 'react';
import { styled } from '@mui/material/styles';
import { Link } from 'react-router';
import { useLiveRecord } from '../../resources/fieldKit/useLiveRecord.ts';
import { usePanelStatus } from '../../resources/fieldKit/panelStatus.ts';
import { formatPercent } from './formatPercent.ts';
import { useTraining } from './useTraining.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const Frame = styled('div')({
  ...TEXT.small,
  '& h3': { margin: '0 0 4px', ...TEXT.small, fontWeight: 600 },
  '& p': { margin: '0 0 12px', color: 'var(--ink-2)' },
  '& ul': { listStyle: 'none', margin: '0 0 16px', padding: 0 },
  '& li': { padding: '6px 0', borderTop: '1px solid var(--line)' },
  '& small': { display: 'block', fontSize: 12, color: 'var(--warning)' },
  '& a': { color: 'var(--accent-text)' },
  '& code': { whiteSpace: 'nowrap' },
});

/** A word that is marked, as it is written. */
const MARKED = '[bag](product)';

/** How a word of a sample is marked. */
const Marking = () => (
  <>
    <h3>{t('Entities in samples')}</h3>
    <p>
      {t('Put the word in square brackets, and the entity behind it:')} <code>{MARKED}</code>
    </p>
  </>
);

/** Results of the form's intent in the last training: its confusions, and samples that another intent has too. */
export const SampleWarnings = () => {
  const { values } = useLiveRecord();
  const { training } = useTraining();
  const name = String(values['name'] ?? '');
  const report = training?.report;
  const own = report?.intents.find((intent) => intent.name === name);
  const { right, samples } = own ?? {};
  usePanelStatus(
    useMemo(
      () =>
        right === undefined
          ? []
          : [{ label: t('%{right} of %{samples} recognised', { right, samples }), tone: 'neutral' as const }],
      [right, samples],
    ),
  );
  if (!training)
    return (
      <Frame>
        <Marking />
      </Frame>
    );
  if (!report)
    return (
      <Frame>
        <p>{t('No results before the first training.')}</p>
        <Marking />
      </Frame>
    );
  const linked = (other: string) => {
    const id = report.intents.find((intent) => intent.name === other)?.id;
    return id === undefined ? other : <Link to={`/chatbot/intent/${id}`}>{other}</Link>;
  };
  const taken = report.confusions.filter(({ meant }) => meant === name);
  const alike = report.duplicates.filter(({ first, second }) => [first.intent, second.intent].includes(name));
  if (values['id'] === undefined)
    return (
      <Frame>
        <h3>{t('Good samples')}</h3>
        <ul>
          <li>{t('Ten different sentences are a good start.')}</li>
          <li>{t('Write as people do: short, with slips, in Thai and English.')}</li>
          <li>{t('A sentence that stands in another intent confuses both.')}</li>
        </ul>
        <Marking />
      </Frame>
    );
  return (
    <Frame>
      <h3>{t('At the last training')}</h3>
      <p>
        {own
          ? t('%{right} of %{samples} samples were recognised when tested against the others.', {
              right: own.right,
              samples: own.samples,
            })
          : t('This intent did not exist yet.')}{' '}
        <Link to="/chatbot/intent/quality">{t('All intents')}</Link>
      </p>
      {alike.length > 0 && (
        <>
          <h3>{t('Near-duplicates')}</h3>
          <ul>
            {alike.map(({ first, second, score }) => {
              const [here, there] = first.intent === name ? [first, second] : [second, first];
              return (
                <li key={`${here.sample} ${there.sample}`}>
                  {here.sample}
                  <small>
                    {linked(there.intent)}
                    {t(': %{sample}, %{score} the same', {
                      sample: there.sample,
                      score: formatPercent(score),
                    })}
                  </small>
                </li>
              );
            })}
          </ul>
        </>
      )}
      {taken.length > 0 && (
        <>
          <h3>{t('Confused with')}</h3>
          <ul>
            {taken.map(({ taken: other, times, samples }) => (
              <li key={other}>
                {samples.join(' · ')}
                <small>
                  {linked(other)}, {times === 1 ? t('once') : t('%{times} times', { times })}
                </small>
              </li>
            ))}
          </ul>
        </>
      )}
      <Marking />
    </Frame>
  );
};
