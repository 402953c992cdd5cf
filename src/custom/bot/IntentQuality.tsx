import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { StatePanel } from '../../resources/states/StatePanel.tsx';
import { ErrorState } from '../../resources/states/ListStates.tsx';
import { ThresholdCurve } from './ThresholdCurve.tsx';
import { Confusions, Overlaps } from './Confusions.tsx';
import { IntentTable } from './IntentTable.tsx';
import { StoredTrainings, WaitingTraining } from './StoredTrainings.tsx';
import { numeric, ReportTable, Section } from './reportParts.tsx';
import { SentenceChanges } from './SentenceChanges.tsx';
import { formatPercent } from './formatPercent.ts';
import { workspaceTime } from '../../resources/clock.ts';
import type { Report } from '../../../schemas/understanding/training.ts';
import { useTraining } from './useTraining.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';
import { PHONE } from '../../theme/tokens.ts';

const Numbers = styled('dl')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '16px 0',
  margin: '0 0 24px',
  // Separated by lines, as the numbers of the overview; in two columns on phones.
  [PHONE]: { display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: 16 },
  '@media (min-width:600px)': {
    '& > div': { padding: '0 32px' },
    '& > div:first-of-type': { paddingLeft: 0 },
    '& > div + div': { borderLeft: '1px solid var(--line)' },
  },
  '& dt': { ...TEXT.small, color: 'var(--ink-3)' },
  '& dd': { margin: 0, ...TEXT.display, fontWeight: 600 },
  '& a': { color: 'inherit', textDecoration: 'none' },
  '& a:hover': { textDecoration: 'underline' },
  '& small': { display: 'block', ...TEXT.caption, fontWeight: 400, color: 'var(--ink-3)' },
});
/** Recognition quality of the intents, by samples that were held out of training. */
export const IntentQuality = () => {
  const { training, error, retry } = useTraining();
  if (error && !training) return <ErrorState error={error} onRetry={retry} />;
  return (
    <>
      {training && !training.report && (
        <StatePanel
          title={t('No results yet')}
          text={t(
            'Train the bot to see how well it tells intents apart. Each sample is tested against all the others.',
          )}
        >
          <Button variant="contained" component={Link} to="/chatbot/intent">
            {t('Open intents')}
          </Button>
        </StatePanel>
      )}
      {training && <WaitingTraining kept={training.kept} />}
      {training?.report && <QualityReport report={training.report} at={training.classifiers[0]?.trainedAt} />}
      {training && <StoredTrainings kept={training.kept} />}
    </>
  );
};

const formatChange = (now: number, before: number | undefined): string | undefined =>
  before === undefined || Math.round((now - before) * 100) === 0
    ? undefined
    : t('%{sign}%{points} points', {
        sign: now > before ? '+' : '−',
        points: Math.abs(Math.round((now - before) * 100)),
      });

const QualityReport = ({ report, at }: { report: Report; at?: string }) => {
  const { before, regression, taught, confusions, duplicates, changed } = report;
  const ids = new Map(report.intents.map(({ id, name }) => [name, id]));
  const linked = (name: string): ReactNode => {
    const id = ids.get(name);
    return id === undefined ? name : <Link to={`/chatbot/intent/${id}`}>{name}</Link>;
  };
  return (
    <>
      <Numbers>
        <Figure label={t('Recognised')} change={formatChange(report.accuracy, before?.accuracy)}>
          {formatPercent(report.accuracy)}
        </Figure>
        <Figure label={t('Answered')} change={formatChange(report.answered, before?.answered)}>
          {formatPercent(report.answered)}
        </Figure>
        <Figure
          label={t('Correct when answered')}
          change={formatChange(report.answeredRightly, before?.answeredRightly)}
        >
          {formatPercent(report.answeredRightly)}
        </Figure>
        {regression && (
          <Figure
            label={t('Tests passed')}
            change={regression.changed > 0 ? t('%{count} changed', { count: regression.changed }) : undefined}
          >
            <Link to="/chatbot/intent/tests">
              {t('%{passed} of %{all}', {
                passed: regression.passed,
                all: regression.passed + regression.failed,
              })}
            </Link>
          </Figure>
        )}
        {taught && (
          <Figure label={t('Taught sentences understood')}>
            <Link to="/chatbot/not-understood?status=taught">
              {t('%{understood} of %{taught}', { understood: taught.understood, taught: taught.taught })}
            </Link>
          </Figure>
        )}
      </Numbers>
      {report.curve ? (
        <Section>
          <ThresholdCurve
            curve={report.curve}
            tests={regression?.curve}
            threshold={report.threshold}
            height={240}
          />
        </Section>
      ) : null}
      <SentenceChanges
        sentences={regression?.sentences ?? []}
        title={t('Test sentences that changed since the previous training')}
      />
      <Section>
        <h2>{t('Weakest intents')}</h2>
        <p>
          {t('%{judged}%{samples} samples, each tested against all the others%{at}.', {
            judged:
              (report.judged ?? report.samples) < report.samples
                ? t('%{judged} of ', { judged: report.judged })
                : '',
            samples: report.samples,
            at: at === undefined ? '' : `; ${workspaceTime(at)}`,
          })}
        </p>
        <IntentTable intents={report.intents} confusions={confusions} />
      </Section>
      {confusions.length > 0 && (
        <>
          <Confusions confusions={confusions} linked={linked} />
          <Overlaps confusions={confusions} linked={linked} />
        </>
      )}
      {duplicates.length > 0 && (
        <Section>
          <h2>{t('Near-duplicates')}</h2>
          <p>{t('Samples of two intents that are almost the same, so the bot may choose either.')}</p>
          <ReportTable head={[t('Sample'), t('Intent'), t('Sample'), t('Intent'), numeric(t('Similarity'))]}>
            {duplicates.slice(0, 50).map(({ first, second, score }, index) => (
              <tr key={index}>
                <td>{first.sample}</td>
                <td>{linked(first.intent)}</td>
                <td>{second.sample}</td>
                <td>{linked(second.intent)}</td>
                <td className="number">{formatPercent(score)}</td>
              </tr>
            ))}
          </ReportTable>
        </Section>
      )}
      {before && changed.length > 0 && (
        <Section>
          <h2>{t('Changed since the previous training')}</h2>
          <p>{workspaceTime(before.at)}</p>
          <ReportTable head={[t('What'), t('Change')]}>
            {changed.slice(0, 50).map(({ id, name, entity, change }) => (
              <tr key={id}>
                <td>
                  {entity === 'intent' ? t('Intent') : t('Entity')} {name}
                </td>
                <td>{change}</td>
              </tr>
            ))}
          </ReportTable>
        </Section>
      )}
    </>
  );
};

const Figure = ({ label, change, children }: { label: string; change?: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {children}
      {change !== undefined && <small>{change}</small>}
    </dd>
  </div>
);
