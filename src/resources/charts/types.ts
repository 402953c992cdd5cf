import type { ReactNode } from 'react';
export type ChartKind = 'area' | 'line' | 'bar' | 'pie';

export interface ChartSeries {
  key: string;
  label: string;
  /** The previous period for comparison, dashed and grey. */
  isPrevious?: boolean;
}

/** A point of the axis, or a slice of a pie. */
export interface ChartPoint {
  /** Short, for the axis. */
  label: string;
  /** For tooltips and the table; defaults to the label. */
  fullLabel?: string;
  /** By key of the series; null where unknown. */
  values: Record<string, number | null>;
  /** A labelled line through the point, or a dot above it. */
  mark?: { label: string; as: 'line' | 'dot' };
}

export interface ChartProps {
  title: string;
  /** Beside the title, such as "per day, UTC+7:00". */
  description?: string;
  kind: ChartKind;
  /** A pie has one. */
  series: ChartSeries[];
  points: ChartPoint[];
  /** Shows a skeleton. */
  isPending?: boolean;
  error?: Error | null;
  onRetry?: () => void;
  /** Shown without values, with an action. */
  emptyText?: string;
  emptyAction?: ReactNode;
  /** By default with several series. */
  hasLegend?: boolean;
  /** The numbers are shown beside the chart, which then has no table. */
  hasNumbersBeside?: boolean;
  /** Of the drawing, in pixels. */
  height?: number;
  format?: (value: number) => string;
}
