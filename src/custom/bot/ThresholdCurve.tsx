import type { CurvePoint } from '../../../schemas/understanding/training.ts';
import { Chart } from '../../resources/charts/Chart.tsx';
import { usefulThreshold, nearestPoint } from './threshold.ts';
import { percent } from './words.ts';

const SERIES = [
  { key: 'right', label: 'Answered correctly' },
  { key: 'wrong', label: 'Answered wrongly' },
  { key: 'refused', label: 'Not answered' },
];
const HEIGHT_PX = 200;

interface Props {
  curve: readonly CurvePoint[];
  /** The one that holds, or is typed. */
  threshold: number;
  height?: number;
}

/** What the bot would do with sentences like its samples, over the confidence threshold. */
export const ThresholdCurve = ({ curve, threshold, height = HEIGHT_PX }: Props) => {
  const here = nearestPoint(curve, threshold);
  const suggested = usefulThreshold(curve);
  return (
    <>
      <Chart
        title="What the threshold does"
        description="Sentences like the samples, each judged by what the others teach"
        kind="line"
        hasLegend
        height={height}
        format={percent}
        series={SERIES}
        points={curve.map((point) => ({
          label: point.threshold.toFixed(2),
          values: { right: point.right, wrong: point.wrong, refused: 1 - point.right - point.wrong },
          ...(point === here && { mark: { label: `Now ${threshold.toFixed(2)}`, as: 'line' as const } }),
        }))}
      />
      {here ? (
        <p>
          At {threshold.toFixed(2)} the bot answers {percent(here.right)} correctly and {percent(here.wrong)}{' '}
          wrongly, and is not sure of {percent(1 - here.right - here.wrong)}. Of what it was never taught but is
          close to its intents it answers {percent(here.foreign)}.
          {suggested !== undefined && suggested !== here.threshold
            ? ` It would be most useful at ${suggested.toFixed(2)}.`
            : ' It is most useful there.'}
        </p>
      ) : null}
    </>
  );
};
