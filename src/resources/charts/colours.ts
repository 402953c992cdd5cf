import type { Theme } from '@mui/material/styles';

/** By index; each has a contrast of 3 : 1 or more on its background. */
const SERIES: Record<'light' | 'dark', readonly string[]> = {
  light: ['#0b6a78', '#b9781f', '#6a5fb0', '#7f8a92', '#b5524b'],
  dark: ['#4fbccb', '#e0a650', '#a196e6', '#8f99a1', '#e07f78'],
};

export interface ChartColours {
  series: (index: number) => string;
  /** The colour of a series by its index; a previous period is muted. */
  forSeries: (series: { isPrevious?: boolean } | undefined, index: number) => string;
  grid: string;
  text: string;
  surface: string;
  /** Of warning dots. */
  warning: string;
}

/** Builds the colours of charts in a theme. */
export const buildChartColours = ({ palette }: Theme): ChartColours => {
  const [first = '', ...others] = SERIES[palette.mode];
  const all = [first, ...others];
  const series = (index: number): string => all[index % all.length] ?? first;
  return {
    series,
    forSeries: (one, index) => (one?.isPrevious ? palette.text.secondary : series(index)),
    grid: palette.divider,
    text: palette.text.secondary,
    surface: palette.background.paper,
    warning: series(1),
  };
};
