import { memo } from 'react';
import { Area, AreaChart, Bar, BarChart, CartesianGrid, Line, LineChart, XAxis, YAxis } from 'recharts';
import type { DrawingProps } from './ChartDrawing.tsx';
import type { ChartColours } from './colours.ts';
import { PLOT } from './plot.ts';

/** What a drawing shows. None of it changes while the mouse or the keys walk over its points. */
export interface PlacedDrawingProps extends Pick<DrawingProps, 'kind' | 'series' | 'points' | 'height'> {
  width: number;
  colours: ChartColours;
  animated: boolean;
  /** Numbers of the axis, short. */
  tick: (value: number) => string;
}

const CHARTS = { area: AreaChart, line: LineChart, bar: BarChart };
const MOTION = 180;

/**
 * Areas, lines or bars over an axis of points. It hears nothing of the mouse: hundreds of points would be gone through
 * with every move.
 */
export const CartesianDrawing = memo((props: PlacedDrawingProps) => {
  const { kind, series, points, width, height, colours, animated, tick } = props;
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
      margin={{ top: PLOT.top, right: PLOT.right, bottom: 0, left: 0 }}
      style={{ pointerEvents: 'none' }}
    >
      <CartesianGrid vertical={false} stroke={colours.grid} />
      <XAxis
        dataKey="at"
        height={PLOT.bottom}
        tickFormatter={(at: number) => points[at]?.label ?? ''}
        tick={text}
        tickLine={false}
        axisLine={{ stroke: colours.grid }}
        minTickGap={24}
        interval="equidistantPreserveStart"
      />
      <YAxis
        tick={text}
        tickLine={false}
        axisLine={false}
        width={PLOT.left}
        tickFormatter={tick}
        allowDecimals={false}
      />
      {series.map((one, index) => {
        const { key, before } = one;
        const colour = colours.of(one, index);
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
              activeDot={false}
              connectNulls={false}
            />
          );
        if (kind === 'area')
          return (
            <Area
              key={key}
              {...shape}
              type="linear"
              fill="none"
              strokeDasharray={dashes}
              dot={false}
              activeDot={false}
            />
          );
        return (
          <Line key={key} {...shape} type="linear" strokeDasharray={dashes} dot={false} activeDot={false} />
        );
      })}
    </Drawn>
  );
});
