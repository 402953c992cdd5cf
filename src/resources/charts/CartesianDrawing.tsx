import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  Line,
  LineChart,
  ReferenceLine,
  XAxis,
  YAxis,
} from 'recharts';
import type { DrawingProps } from './ChartDrawing.tsx';
import type { ChartColours } from './colours.ts';

export interface PlacedDrawingProps extends DrawingProps {
  width: number;
  colours: ChartColours;
  colourOf: (index: number) => string;
  /** Index of the point that is told. */
  active: number | undefined;
  onActive: (index: number | undefined) => void;
  animated: boolean;
  /** Numbers of the axis, short. */
  tick: (value: number) => string;
}

const CHARTS = { area: AreaChart, line: LineChart, bar: BarChart };
const MOTION = 180;

/** Areas, lines or bars over an axis of points. */
export const CartesianDrawing = (props: PlacedDrawingProps) => {
  const { kind, series, points, width, height, colours, colourOf, active, onActive, animated, tick } = props;
  const Drawn = CHARTS[kind === 'pie' ? 'bar' : kind];
  const data = points.map(({ label, values }, at) => ({ at, label, ...values }));
  const text = { fontSize: 12, fill: colours.text };
  const motion = { isAnimationActive: animated, animationDuration: MOTION };
  return (
    <Drawn
      width={width}
      height={height}
      data={data}
      accessibilityLayer={false}
      margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
      onMouseMove={({ activeIndex }) => {
        const at = Number(activeIndex);
        onActive(Number.isInteger(at) ? at : undefined);
      }}
    >
      <CartesianGrid vertical={false} stroke={colours.grid} />
      <XAxis
        dataKey="at"
        tickFormatter={(at: number) => points[at]?.label ?? ''}
        tick={text}
        tickLine={false}
        axisLine={{ stroke: colours.grid }}
        minTickGap={32}
      />
      <YAxis
        tick={text}
        tickLine={false}
        axisLine={false}
        width={56}
        tickFormatter={tick}
        allowDecimals={false}
      />
      {active !== undefined && kind !== 'bar' && (
        <ReferenceLine x={active} stroke={colours.text} strokeDasharray="2 3" />
      )}
      {series.map(({ key, before }, index) => {
        const colour = colourOf(index);
        const shape = { dataKey: key, stroke: colour, strokeWidth: 1.75, ...motion };
        const dashes = before ? '4 4' : undefined;
        if (kind === 'bar')
          return (
            <Bar key={key} dataKey={key} fill={colour} radius={[3, 3, 0, 0]} maxBarSize={32} {...motion} />
          );
        if (kind === 'area' && !before)
          return (
            <Area
              key={key}
              {...shape}
              type="linear"
              fill={colour}
              fillOpacity={0.1}
              dot={false}
              connectNulls={false}
            />
          );
        if (kind === 'area')
          return <Area key={key} {...shape} type="linear" fill="none" strokeDasharray={dashes} dot={false} />;
        return <Line key={key} {...shape} type="linear" strokeDasharray={dashes} dot={false} />;
      })}
    </Drawn>
  );
};
