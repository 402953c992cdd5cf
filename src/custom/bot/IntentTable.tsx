import { useState } from 'react';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import type { Report } from '../../../schemas/understanding/training.ts';
import { numeric, ReportTable } from './reportParts.tsx';
import { percent } from './words.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Intents that are shown at first, the weakest. */
const SHOWN = 15;
/** Samples that are shown of one intent. */
const MAX_SAMPLES = 3;

type Props = Pick<Report, 'intents' | 'confusions'>;

/** Of each intent how much of it is recognised, how much of what is taken for it is, and the samples that are not. */
export const IntentTable = ({ intents, confusions }: Props) => {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? intents : intents.slice(0, SHOWN);
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
            <td className="number">{percent(right / (samples || 1))}</td>
            <td className="number">{t('%{right} of %{samples}', { right, samples })}</td>
            <td className="number">
              {mistaken === undefined || right + mistaken === 0 ? '' : percent(right / (right + mistaken))}
            </td>
            <td>
              {hurting(name, confusions).map((one) => (
                <div key={one}>{one}</div>
              ))}
            </td>
          </tr>
        ))}
      </ReportTable>
      {intents.length > SHOWN && (
        <Button size="small" onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('Show the weakest') : t('Show all %{count} intents', { count: intents.length })}
        </Button>
      )}
    </>
  );
};

/** Samples of an intent that are taken for another one, each with that. */
const hurting = (name: string, confusions: Report['confusions']): string[] =>
  confusions
    .filter(({ meant }) => meant === name)
    .flatMap(({ taken, samples }) => samples.map((sample) => `${sample} (${taken})`))
    .slice(0, MAX_SAMPLES);
