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

/** Independent of the active point, so that the drawing is not rendered while the pointer moves. */
export interface PlacedDrawingProps extends Pick<DrawingProps, 'kind' | 'series' | 'points' | 'height'> {
  width: number;
  colours: ChartColours;
  animated: boolean;
  /** Formats the numbers of the axis. */
  tick: (value: number) => string;
}

const CHARTS = { area: AreaChart, line: LineChart, bar: BarChart };
const ANIMATION_MS = 180;
/** Of the value axis, including zero. */
const MAX_TICKS = 5;
/** Marks beyond this share of the points have their labels on the left. */
const LABEL_BEFORE_SHARE = 0.85;

/** The highest value of a point. */
const maxValue = ({ values }: ChartPoint, series: readonly ChartSeries[]): number =>
  Math.max(0, ...series.map(({ key }) => values[key] ?? 0));

/**
 * Areas, lines or bars over an axis of points. It has no pointer events: recharts would search hundreds of points with
 * every move.
 */
export const CartesianDrawing = memo((props: PlacedDrawingProps) => {
  const { kind, series, points, width, height, colours, animated, tick } = props;
  const ChartComponent = CHARTS[kind === 'pie' ? 'bar' : kind];
  const data = points.map(({ label, values }, at) => ({ at, label, ...values }));
  const text = { fontSize: 12, fill: colours.text };
  const maximum = Math.max(0, ...points.map((point) => maxValue(point, series)));
  const animation = { isAnimationActive: animated, animationDuration: ANIMATION_MS };
  return (
    <ChartComponent
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
        // No more ticks than whole numbers up to the maximum, so that the highest bar fills the drawing.
        tickCount={Math.min(MAX_TICKS, Math.max(2, Math.ceil(maximum) + 1))}
      />
      {series.map((one, index) => {
        const { key, isPrevious } = one;
        const colour = colours.forSeries(one, index);
        const shape = { dataKey: key, stroke: colour, strokeWidth: 1.75, ...animation };
        const dashes = isPrevious ? '4 4' : undefined;
        if (kind === 'bar')
          return (
            <Bar key={key} dataKey={key} fill={colour} radius={[3, 3, 0, 0]} maxBarSize={32} {...animation} />
          );
        if (kind === 'area' && !isPrevious)
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
            dot={points.some((_, at) => isIsolated(points, key, at)) && isolatedDot(points, key, colour)}
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
              y={maxValue(point, series)}
              r={3.5}
              fill={colours.warning}
              stroke={colours.surface}
              strokeWidth={2}
            />
          );
        // Near the end there is room on the left only.
        const position =
          at > LABEL_BEFORE_SHARE * points.length ? ('insideTopRight' as const) : ('insideTopLeft' as const);
        const label = { value: mark.label, position, offset: 8, ...text };
        return <ReferenceLine key={at} x={at} label={label} stroke={colours.text} strokeDasharray="2 3" />;
      })}
    </ChartComponent>
  );
});

/** Whether a point has a value but no neighbour has one, so that no line leads to it. */
function isIsolated(points: readonly ChartPoint[], key: string, at: number): boolean {
  const hasValue = (place: number): boolean => typeof points[place]?.values[key] === 'number';
  return hasValue(at) && !hasValue(at - 1) && !hasValue(at + 1);
}

const isolatedDot =
  (points: readonly ChartPoint[], key: string, colour: string) =>
  ({ cx, cy, index }: { cx?: number; cy?: number; index?: number }) =>
    isIsolated(points, key, index ?? -1) ? (
      <circle key={index} cx={cx} cy={cy} r={2.5} fill={colour} />
    ) : (
      <g key={index} />
    );
