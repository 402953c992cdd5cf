import { memo } from 'react';
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  Line,
  LineChart,
  ReferenceDot,
  ReferenceLine,
  XAxis,
  YAxis,
} from 'recharts';
import type { DrawingProps } from './ChartDrawing.tsx';
import type { ChartColours } from './colours.ts';
import { PLOT_MARGINS_PX } from './plot.ts';
import type { ChartPoint, ChartSeries } from './types.ts';

/** What a drawing shows. None of it changes while the mouse or the keys walk over its points. */
export interface PlacedDrawingProps extends Pick<DrawingProps, 'kind' | 'series' | 'points' | 'height'> {
  width: number;
  colours: ChartColours;
  animated: boolean;
  /** Numbers of the axis, short. */
  tick: (value: number) => string;
}

const CHARTS = { area: AreaChart, line: LineChart, bar: BarChart };
const ANIMATION_MS = 180;
/** Of the axis of numbers, zero among them. */
const MAX_TICKS = 5;
/** Marks behind this share of the points have their words before them. */
const LATE_SHARE = 0.85;

/** The most that is drawn at a point. */
const highest = ({ values }: ChartPoint, series: readonly ChartSeries[]): number =>
  Math.max(0, ...series.map(({ key }) => values[key] ?? 0));

/**
 * Areas, lines or bars over an axis of points. It hears nothing of the mouse: hundreds of points would be gone through
 * with every move.
 */
export const CartesianDrawing = memo((props: PlacedDrawingProps) => {
  const { kind, series, points, width, height, colours, animated, tick } = props;
  const Drawn = CHARTS[kind === 'pie' ? 'bar' : kind];
  const data = points.map(({ label, values }, at) => ({ at, label, ...values }));
  const text = { fontSize: 12, fill: colours.text };
  const most = Math.max(0, ...points.map((point) => highest(point, series)));
  const motion = { isAnimationActive: animated, animationDuration: ANIMATION_MS };
  return (
    <Drawn
      width={width}
      height={height}
      data={data}
      accessibilityLayer={false}
      margin={{ top: PLOT_MARGINS_PX.top, right: PLOT_MARGINS_PX.right, bottom: 0, left: 0 }}
      style={{ pointerEvents: 'none' }}
    >
      <CartesianGrid vertical={false} stroke={colours.grid} />
      <XAxis
        dataKey="at"
        height={PLOT_MARGINS_PX.bottom}
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
        width={PLOT_MARGINS_PX.left}
        tickFormatter={tick}
        allowDecimals={false}
        // Of few no more ticks than there are numbers: the highest bar fills the drawing.
        tickCount={Math.min(MAX_TICKS, Math.max(2, Math.ceil(most) + 1))}
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
          <Line
            key={key}
            {...shape}
            type="linear"
            strokeDasharray={dashes}
            dot={points.some((_, at) => isAlone(points, key, at)) && dotOfAlone(points, key, colour)}
            activeDot={false}
          />
        );
      })}
      {points.map((point, at) => {
        const { mark } = point;
        if (!mark) return null;
        if (mark.as === 'dot')
          return (
            <ReferenceDot
              key={at}
              x={at}
              y={highest(point, series)}
              r={3.5}
              fill={colours.warning}
              stroke={colours.surface}
              strokeWidth={2}
            />
          );
        // At the end there is room before the line alone.
        const position =
          at > LATE_SHARE * points.length ? ('insideTopRight' as const) : ('insideTopLeft' as const);
        const label = { value: mark.label, position, offset: 8, ...text };
        return <ReferenceLine key={at} x={at} label={label} stroke={colours.text} strokeDasharray="2 3" />;
      })}
    </Drawn>
  );
});

/** Whether something is known of a point and of none beside it: no line leads to it. */
function isAlone(points: readonly ChartPoint[], key: string, at: number): boolean {
  const isKnown = (place: number): boolean => typeof points[place]?.values[key] === 'number';
  return isKnown(at) && !isKnown(at - 1) && !isKnown(at + 1);
}

const dotOfAlone =
  (points: readonly ChartPoint[], key: string, colour: string) =>
  ({ cx, cy, index }: { cx?: number; cy?: number; index?: number }) =>
    isAlone(points, key, index ?? -1) ? (
      <circle key={index} cx={cx} cy={cy} r={2.5} fill={colour} />
    ) : (
      <g key={index} />
    );
