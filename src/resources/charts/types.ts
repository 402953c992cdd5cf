import type { ReactNode } from 'react';
export type ChartKind = 'area' | 'line' | 'bar' | 'pie';

/** One line, or one colour of bars. */
export interface ChartSeries {
  key: string;
  label: string;
  /** Beside the real one: the time before, drawn dashed and grey. */
  before?: boolean;
}

/** One place on the axis, or one slice of a pie. */
export interface ChartPoint {
  /** Short, for the axis. */
  label: string;
  /** In full, where the point is told by itself; else the label. */
  fullLabel?: string;
  /** By the key of their series; null where nothing is known. */
  values: Record<string, number | null>;
  /** What is said of this point beside its numbers: by a line through it, or a dot above it. */
  mark?: { label: string; as: 'line' | 'dot' };
}

export interface ChartProps {
  title: string;
  /** What is counted, and how: beside the title. */
  description?: string;
  kind: ChartKind;
  /** A pie has one. */
  series: ChartSeries[];
  points: ChartPoint[];
  /** Its place is kept while nothing is there yet. */
  isPending?: boolean;
  error?: Error | null;
  onRetry?: () => void;
  /** Said where there is nothing to draw, with what can be done about it. */
  emptyText?: string;
  emptyAction?: ReactNode;
  /** Which colour is which; by default where there are several. */
  hasLegend?: boolean;
  /** The same numbers stand beside it, so that it needs no table of its own. */
  isTold?: boolean;
  /** Of the drawing, in pixels. */
  height?: number;
  format?: (value: number) => string;
}
