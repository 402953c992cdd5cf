import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider, useNotify } from 'react-admin';
import { useState } from 'react';
import type { StoredTraining } from '../../../schemas/understanding/training.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { messageOf } from '../../resources/changes/failures.ts';
import { useRights } from '../../resources/changes/useRights.ts';
import { entityByName } from '../../resources/product.ts';
import { workspaceTime } from '../../resources/clock.ts';
import { numeric, ReportTable, Section } from './reportParts.tsx';
import { SentenceChanges } from './SentenceChanges.tsx';
import { TRAINING_KEY } from './useTraining.ts';
import { formatPercent } from './formatPercent.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Accepts or rejects trainings, with the right to train; `pending` is the number of the one in progress. */
const useTrainingDecision = () => {
  const { may } = useRights(entityByName('intent'));
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const client = useQueryClient();
  const notify = useNotify();
  const [pending, setPending] = useState<number>();
  const decide = async (
    verb: 'use-training' | 'drop-training',
    number: number,
    successText: string,
  ): Promise<void> => {
    setPending(number);
    try {
      await dataProvider.action('intent', null, verb, { number });
      notify(successText, { type: 'success' });
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    }
    await client.invalidateQueries({ queryKey: TRAINING_KEY });
    setPending(undefined);
  };
  return { decide, pending, mayDecide: may('train') };
};

/** A training that is not in use yet: it answers test sentences worse, or another model was chosen meanwhile. */
export const WaitingTraining = ({ kept }: { kept: readonly StoredTraining[] }) => {
  const { decide, pending, mayDecide } = useTrainingDecision();
  const waiting = kept.find(({ state }) => state === 'waiting');
  if (!waiting) return null;
  const { number, at, regression } = waiting;
  const { worse = 0, better = 0, sentences = [] } = regression ?? {};
  return (
    <Section aria-label={t('Training that waits')}>
      <Alert severity="warning" sx={{ mb: 2 }}>
        {t(
          '%{worse}The training of %{at} answers %{worse2} of the tests worse and %{better} better. The bot still answers with the old model.',
          {
            worse: worse <= better && t('Somebody chose another model while this one was trained. '),
            at: workspaceTime(at),
            worse2: sentencesText(worse),
            better,
          },
        )}
        {mayDecide && (
          <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 8 }}>
            <Button
              size="small"
              variant="outlined"
              disabled={pending !== undefined}
              onClick={() => void decide('drop-training', number, t('The old model stays'))}
            >
              {t('Keep the old model')}
            </Button>
            <Button
              size="small"
              color="inherit"
              disabled={pending !== undefined}
              onClick={() => void decide('use-training', number, t('The new model is used'))}
            >
              {t('Use the new model')}
            </Button>
          </div>
        )}
      </Alert>
      <SentenceChanges sentences={sentences} title={t('What the new model would change')} />
    </Section>
  );
};

const sentencesText = (count: number): string =>
  count === 1 ? t('1 sentence') : t('%{count} sentences', { count });

/** The models of the last trainings, with a button to use each again. */
export const StoredTrainings = ({ kept }: { kept: readonly StoredTraining[] }) => {
  const { decide, pending, mayDecide } = useTrainingDecision();
  const others = kept.filter(({ state }) => state !== 'waiting');
  if (others.length < 2) return null;
  return (
    <Section>
      <h2>{t('Kept models')}</h2>
      <p>{t('The models of the last trainings. Intents and samples stay as they are.')}</p>
      <ReportTable head={[t('Trained'), t('By'), numeric(t('Recognised')), numeric(t('Tests passed')), '']}>
        {others.map(({ number, at, by, state, accuracy, regression }) => (
          <tr key={number}>
            <td>{workspaceTime(at)}</td>
            <td>{by ?? ''}</td>
            <td className="number">{accuracy === undefined ? '' : formatPercent(accuracy)}</td>
            <td className="number">
              {regression
                ? t('%{passed} of %{all}', {
                    passed: regression.passed,
                    all: regression.passed + regression.failed,
                  })
                : ''}
            </td>
            <td>
              {state === 'live' && t('In use')}
              {state !== 'live' && mayDecide && (
                <Button
                  size="small"
                  variant="outlined"
                  loading={pending === number}
                  disabled={pending !== undefined}
                  aria-label={t('Use this one, trained %{at}', { at: workspaceTime(at) })}
                  onClick={() => void decide('use-training', number, t('This model is used'))}
                >
                  {t('Use this one')}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </ReportTable>
    </Section>
  );
};
