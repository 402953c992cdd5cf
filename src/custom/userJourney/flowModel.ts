import type { JourneyStep, StepType } from '../../dataProvider/dashboardVerbs.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Pixels. */
export const ROW = 50;
const TOP = 25;
/** Height of all ribbons of a side together. */
const BAND = 300;
/** The box of the current step has room for its name and numbers, however few rows there are. */
const LEAST_HEIGHT = 224;
/** The box is that much higher than the ribbons that meet it. */
const BOX_PADDING = 24;
/** Every ribbon can be seen. */
const THINNEST = 1.5;

export const KIND_LABELS: Record<StepType, string> = {
  template: t('Template'),
  message: t('First message'),
  richmenu: t('Rich menu'),
  broadcast: t('Broadcast'),
  chatads: t('Line ChatAds'),
  left: t('Nothing for 30 minutes'),
  other: t('Others together'),
};

/** A ribbon between a row and its place at the current step, as thick as its share. */
export interface Ribbon {
  /** Middle of the row, and thickness. */
  row: number;
  size: number;
  /** Where it begins at the current step. */
  place: number;
}

/** Height of the flow for the longer of its sides. */
export const heightOf = (rows: number): number => Math.max(LEAST_HEIGHT, rows * ROW);

const bandOf = (height: number): number => Math.min(BAND, height - TOP - BOX_PADDING);

/** Height of the current step's box, which stands in the middle of the height. */
export const boxHeight = (height: number): number => bandOf(height) + BOX_PADDING;

/** The ribbons of one side; rows and ribbons stand in the middle of the height. */
export function ribbonsOf(steps: readonly JourneyStep[], height: number): Ribbon[] {
  const all = steps.reduce((sum, { count }) => sum + count, 0) || 1;
  const band = bandOf(height);
  const first = (height - steps.length * ROW) / 2;
  let place = (height - band) / 2;
  return steps.map(({ count }, at) => {
    const size = (count / all) * band;
    const ribbon = { row: first + at * ROW + ROW / 2, size: Math.max(THINNEST, size), place };
    place += size;
    return ribbon;
  });
}

/** The way of a ribbon from x1, where its row is, to x2, where the current step is; either side. */
export function ribbonPath({ row, size, place }: Ribbon, x1: number, x2: number): string {
  const thick = Math.min(size, ROW * 0.6);
  const middle = (x1 + x2) / 2;
  const [top, bottom] = [row - thick / 2, row + thick / 2];
  return `M${x1} ${top}C${middle} ${top} ${middle} ${place} ${x2} ${place}L${x2} ${place + size}C${middle} ${place + size} ${middle} ${bottom} ${x1} ${bottom}Z`;
}

/** "46 s", "12 min". */
export const waitText = (seconds: number): string =>
  seconds < 90 ? `${seconds} s` : t('%{seconds} min', { seconds: Math.round(seconds / 60) });

/** A share of few is said without decimals, which would promise more than it knows. */
export const shareText = (percent: number, of: number): string =>
  `${of < 100 ? Math.round(percent) : percent.toFixed(1)}%`;
