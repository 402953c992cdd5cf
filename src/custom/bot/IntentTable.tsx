import { useState } from 'react';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import type { Report } from '../../../schemas/understanding/training.ts';
import { numeric, ReportTable } from './reportParts.tsx';
import { formatPercent } from './formatPercent.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Number of intents shown at first, the weakest ones. */
const INITIAL_INTENTS = 15;
/** Largest number of samples shown of an intent. */
const MAX_SAMPLES = 3;

type Props = Pick<Report, 'intents' | 'confusions'>;

/** Recall and precision of each intent, with its misrecognised samples. */
export const IntentTable = ({ intents, confusions }: Props) => {
  const [isExpanded, setExpanded] = useState(false);
  const shown = isExpanded ? intents : intents.slice(0, INITIAL_INTENTS);
  return (
    <>
      <ReportTable
        head={[
          t('Intent'),
          numeric(t('Recognised')),
          numeric(t('Correct')),
          numeric(t('Correct when chosen')),
          t('Sentences mistaken for others'),
        ]}
      >
        {shown.map(({ id, name, samples, right, mistaken }) => (
          <tr key={id}>
            <td>
              <Link to={`/chatbot/intent/${id}`}>{name}</Link>
            </td>
            <td className="number">{formatPercent(right / (samples || 1))}</td>
            <td className="number">{t('%{right} of %{samples}', { right, samples })}</td>
            <td className="number">
              {mistaken === undefined || right + mistaken === 0
                ? ''
                : formatPercent(right / (right + mistaken))}
            </td>
            <td>
              {misrecognisedSamples(name, confusions).map((one) => (
                <div key={one}>{one}</div>
              ))}
            </td>
          </tr>
        ))}
      </ReportTable>
      {intents.length > INITIAL_INTENTS && (
        <Button size="small" onClick={() => setExpanded(!isExpanded)}>
          {isExpanded ? t('Show the weakest') : t('Show all %{count} intents', { count: intents.length })}
        </Button>
      )}
    </>
  );
};

/** Samples of an intent that are taken for another one, each with that one's name. */
const misrecognisedSamples = (name: string, confusions: Report['confusions']): string[] =>
  confusions
    .filter(({ meant }) => meant === name)
    .flatMap(({ taken, samples }) => samples.map((sample) => `${sample} (${taken})`))
    .slice(0, MAX_SAMPLES);
