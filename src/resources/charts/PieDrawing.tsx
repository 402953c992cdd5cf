import { Cell, Pie, PieChart } from 'recharts';
import type { PlacedDrawingProps } from './CartesianDrawing.tsx';

interface PieDrawingProps extends PlacedDrawingProps {
  /** Index of the active slice. */
  active: number | undefined;
  onActive: (index: number | undefined) => void;
}

/** A doughnut chart, in the order of the points. */
export const PieDrawing = ({
  series,
  points,
  width,
  height,
  colours,
  active,
  onActive,
  animated,
}: PieDrawingProps) => {
  const [{ key } = { key: '' }] = series;
  const data = points.map(({ label, values }) => ({ name: label, value: values[key] ?? 0 }));
  return (
    <PieChart width={width} height={height} accessibilityLayer={false}>
      <Pie
        data={data}
        dataKey="value"
        nameKey="name"
        innerRadius="58%"
        outerRadius="92%"
        startAngle={90}
        endAngle={-270}
        stroke={colours.surface}
        // ChartDrawing handles the keyboard.
        rootTabIndex={-1}
        isAnimationActive={animated}
        animationDuration={180}
        onMouseEnter={(_, index) => onActive(index)}
      >
        {data.map(({ name }, index) => (
          <Cell
            key={name}
            fill={colours.series(index)}
            opacity={active === undefined || active === index ? 1 : 0.4}
          />
        ))}
      </Pie>
    </PieChart>
  );
};
