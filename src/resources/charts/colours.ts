import type { Theme } from '@mui/material/styles';

/** In order; each 3 : 1 or more on its background. */
const SERIES: Record<'light' | 'dark', readonly string[]> = {
  light: ['#0b6a78', '#b9781f', '#6a5fb0', '#7f8a92', '#b5524b'],
  dark: ['#4fbccb', '#e0a650', '#a196e6', '#8f99a1', '#e07f78'],
};

export interface ChartColours {
  series: (index: number) => string;
  /** Of a series at its place; what was before is muted. */
  of: (series: { before?: boolean } | undefined, index: number) => string;
  grid: string;
  text: string;
  surface: string;
  /** Of a dot that warns. */
  warning: string;
}

/** The colours of charts in the theme that is shown. */
export const coloursOf = ({ palette }: Theme): ChartColours => {
  const [first = '', ...others] = SERIES[palette.mode];
  const all = [first, ...others];
  const series = (index: number): string => all[index % all.length] ?? first;
  return {
    series,
    of: (one, index) => (one?.before ? palette.text.secondary : series(index)),
    grid: palette.divider,
    text: palette.text.secondary,
    surface: palette.background.paper,
    warning: series(1),
  };
};
