import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { styled } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Link } from 'react-router';
import { messageOf } from '../../resources/changes/failures.ts';
import { workspaceTime } from '../../resources/clock.ts';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';
import { relativeText } from '../../resources/fields/relative-time/index.tsx';
import { ActionsAbove } from '../../resources/list/ActionsAbove.tsx';
import { entityByName } from '../../resources/product.ts';
import type { ClassifierState } from '../../../schemas/understanding/training.ts';
import { useTraining } from './useTraining.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';
import { PHONE } from '../../theme/tokens.ts';

/** Largest number of changes that the services list. */
const MAX_CHANGES = 100;
const changesText = (count: number): string => {
  if (count >= MAX_CHANGES) return t('100 or more changes');
  return count === 1 ? t('1 change') : t('%{count} changes', { count });
};

const Bar = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 20px',
  minHeight: 48,
  boxSizing: 'border-box',
  padding: '7px var(--edge)',
  borderBottom: '1px solid var(--line)',
  ...TEXT.small,
  color: 'var(--ink-2)',
  '& h2': { margin: 0, ...TEXT.small, fontWeight: 600, color: 'var(--ink)' },
  '& ul': { display: 'flex', flexWrap: 'wrap', gap: '4px 20px', listStyle: 'none', margin: 0, padding: 0 },
  '& li': { display: 'flex', alignItems: 'center', gap: 8 },
  '& p': { flex: '1 1 0', minWidth: 'min-content', margin: 0, color: 'var(--ink-3)' },
  // The states of the classifiers have their own line.
  [PHONE]: { columnGap: 8, '& ul': { order: 1, flex: '1 0 100%' } },
  // Not broken where it fits.
  '& a': { color: 'var(--accent-text)', display: 'inline-block' },
});
const Dot = styled('span')({ width: 7, height: 7, borderRadius: '50%', flex: 'none' });

const STATES: Record<ClassifierState['state'], string> = {
  changed: t('changed'),
  training: t('training'),
  trained: t('trained'),
};
const DOTS: Record<ClassifierState['state'], string> = {
  changed: 'var(--warning-dot)',
  training: 'var(--info-dot)',
  trained: 'var(--neutral-dot)',
};

/** The time of the training, and the states of the three classifiers unless all are trained; updated live. */
export const TrainingBar = () => {
  const isPhone = useMediaQuery(PHONE);
  const { training, progress, error, retry } = useTraining();
  if (error && !training)
    return (
      <Bar role="alert">
        {messageOf(error)}
        <Button size="small" onClick={retry}>
          {t('Try again')}
        </Button>
      </Bar>
    );
  if (!training) return <Bar aria-busy="true" />;
  const { classifiers, changed, report, kept } = training;
  const trainedAt = classifiers[0]?.trainedAt;
  const isBusy = classifiers.some(({ state, failure }) => state === 'training' || failure);
  // There is nothing to learn from yet.
  if (trainedAt === undefined && changed.length === 0 && !isBusy) return null;
  const count = changesText(changed.length);
  const formatTime = (at: string): string => (isPhone ? relativeText(new Date(at)) : workspaceTime(at));
  // The classifiers are shown only while their states differ.
  const areAllTrained =
    changed.length === 0 &&
    classifiers.every(({ configured, state, failure }) => !failure && (!configured || state === 'trained'));
  return (
    <Bar role="group" aria-labelledby="training-title">
      <h2 id="training-title" style={isPhone ? visuallyHidden : undefined}>
        {t('Training')}
      </h2>
      {areAllTrained ? null : (
        <ul>
          {classifiers.map((one) => (
            <Classifier key={one.kind} {...one} progress={progress[one.kind] ?? one.progress ?? 0} />
          ))}
        </ul>
      )}
      <p>
        {trainedAt === undefined
          ? t('Never trained')
          : changed.length > 0
            ? t('%{count} since %{trainedAt}', { count, trainedAt: formatTime(trainedAt) })
            : t('Trained %{trainedAt}', { trainedAt: formatTime(trainedAt) })}
        {kept.some(({ state }) => state === 'waiting') && (
          <>
            {' · '}
            <Link to="/chatbot/intent/quality">{t('A training waits for your decision')}</Link>
          </>
        )}
        {report && (
          <>
            {' · '}
            <Link to="/chatbot/intent/quality">
              {t('%{accuracy}% recognised', { accuracy: Math.round(report.accuracy * 100) })}
            </Link>
          </>
        )}
      </p>
      <ActionsAbove model={entityByName('intent')} />
    </Bar>
  );
};

const Classifier = ({ kind, state, progress = 0, failure, configured }: ClassifierState) => {
  const percent = Math.round(progress * 100);
  return (
    <li title={failure}>
      <Dot
        style={{ background: failure ? 'var(--danger-dot)' : DOTS[configured ? state : 'trained'] }}
        aria-hidden
      />
      {kind}
      {!configured ? (
        <span>{t('not set')}</span>
      ) : (
        <b style={{ fontWeight: 500 }}>{failure ? t('failed') : STATES[state]}</b>
      )}
      {state === 'training' && (
        <>
          <LinearProgress
            variant="determinate"
            value={percent}
            aria-label={t('Training of %{kind}', { kind })}
            sx={{ width: 96, borderRadius: 2 }}
          />
          <span>{percent}%</span>
        </>
      )}
    </li>
  );
};
