import { Cell, Pie, PieChart } from 'recharts';
import type { PlacedDrawingProps } from './CartesianDrawing.tsx';

/** A ring of slices, in the order of the points. */
export const PieDrawing = ({
  series,
  points,
  width,
  height,
  colours,
  active,
  onActive,
  animated,
}: PlacedDrawingProps) => {
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
