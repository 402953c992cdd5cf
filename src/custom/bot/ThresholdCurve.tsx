import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState } from 'react';
import type { CurvePoint } from '../../../schemas/understanding/training.ts';
import { Chart } from '../../resources/charts/Chart.tsx';
import { bestThreshold, nearestPoint } from './threshold.ts';
import { formatPercent } from './formatPercent.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const SERIES = [
  { key: 'right', label: t('Answered correctly') },
  { key: 'wrong', label: t('Answered wrongly') },
  { key: 'refused', label: t('Not answered') },
];
const HEIGHT_PX = 200;

const toPercent = (share: number): number => Math.round(100 * share);

const Note = styled('p')({
  maxWidth: 720,
  margin: '12px 0 0',
  ...TEXT.small,
  color: 'var(--ink-2)',
});

interface Props {
  curve: readonly CurvePoint[];
  /** The curve of the test sentences, as an alternative. */
  tests?: readonly CurvePoint[];
  /** The current or typed threshold; undefined without one. */
  threshold: number | undefined;
  height?: number;
  /** Sets the recommended threshold of the shown curve; without it, none is recommended. */
  onUse?: (threshold: number) => void;
}

/** Shares of sentences answered correctly, wrongly and not at all, by confidence threshold. */
export const ThresholdCurve = ({
  curve: samples,
  tests = [],
  threshold,
  height = HEIGHT_PX,
  onUse,
}: Props) => {
  const [isOfTests, setOfTests] = useState(false);
  const showsTests = isOfTests && tests.length > 0;
  const curve = showsTests ? tests : samples;
  const here = threshold === undefined ? undefined : nearestPoint(curve, threshold);
  const suggested = bestThreshold(curve);
  return (
    <>
      {tests.length > 0 && (
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={t('Judged by')}
          value={showsTests}
          onChange={(_, value: boolean | null) => value !== null && setOfTests(value)}
          sx={{ mb: 1.5 }}
        >
          <ToggleButton value={false}>{t('Samples')}</ToggleButton>
          <ToggleButton value>{t('Test sentences')}</ToggleButton>
        </ToggleButtonGroup>
      )}
      <Chart
        title={t('What the threshold does')}
        kind="line"
        hasLegend
        height={height}
        format={(value) => `${value}%`}
        series={SERIES}
        points={curve.map((point) => ({
          label: point.threshold.toFixed(2),
          values: {
            right: toPercent(point.right),
            wrong: toPercent(point.wrong),
            refused: toPercent(1 - point.right - point.wrong),
          },
          ...(point === here && {
            mark: {
              label: t('Now %{confidence}', { confidence: threshold?.toFixed(2) }),
              as: 'line' as const,
            },
          }),
        }))}
      />
      {here && threshold !== undefined ? (
        <Note>
          {t(
            'At %{confidence}, of %{value}, the bot answers %{right} correctly and %{wrong} wrongly, and is not sure of %{right2}.%{foreign}%{confidence2}',
            {
              confidence: threshold.toFixed(2),
              value: showsTests ? t('the test sentences') : t('sentences like its samples'),
              right: formatPercent(here.right),
              wrong: formatPercent(here.wrong),
              right2: formatPercent(1 - here.right - here.wrong),
              foreign:
                here.foreign !== undefined &&
                ` ${
                  showsTests
                    ? t('It also answers %{share} of the sentences that should have no intent.', {
                        share: formatPercent(here.foreign),
                      })
                    : t('It also answers %{share} of questions that it was never taught.', {
                        share: formatPercent(here.foreign),
                      })
                }`,
              confidence2:
                suggested !== undefined && suggested !== here.threshold
                  ? t(' It would be most useful at %{confidence}.', { confidence: suggested.toFixed(2) })
                  : t(' It is most useful there.'),
            },
          )}
        </Note>
      ) : null}
      {onUse && suggested !== undefined && suggested !== threshold ? (
        <Button variant="outlined" size="small" onClick={() => onUse(suggested)}>
          {t('Use %{confidence}', { confidence: suggested.toFixed(2) })}
        </Button>
      ) : null}
    </>
  );
};
