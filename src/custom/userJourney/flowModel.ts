import type { JourneyStep, StepType } from '../../dataProvider/dashboardVerbs.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Number of answers below which shares are not meaningful, and a longer period is offered. */
export const MIN_MEANINGFUL_ANSWERS = 20;

/** Height of a row, in pixels. */
export const ROW_HEIGHT_PX = 50;
const TOP_PX = 25;
/** Largest height of all ribbons of a side together. */
const MAX_BAND_PX = 300;
/** Minimum height, which has space for the name and numbers of the current step. */
const MIN_HEIGHT_PX = 224;
/** Difference between the height of the current step's box and that of the ribbons. */
const BOX_PADDING_PX = 24;
/** Minimum thickness of a ribbon, so that it is visible. */
const MIN_RIBBON_PX = 1.5;

export const KIND_LABELS: Record<StepType, string> = {
  template: t('Template'),
  message: t('First message'),
  richmenu: t('Rich menu'),
  broadcast: t('Broadcast'),
  chatads: t('Line ChatAds'),
  left: t('Nothing for 30 minutes'),
  other: t('Others together'),
};

/** A ribbon between a row and the current step; its thickness is its share. */
export interface Ribbon {
  /** Vertical middle of the row, and thickness. */
  row: number;
  size: number;
  /** Its top at the current step. */
  place: number;
}

/** Height of the flow for the longer of its sides. */
export const flowHeight = (rows: number): number => Math.max(MIN_HEIGHT_PX, rows * ROW_HEIGHT_PX);

const bandHeight = (height: number): number => Math.min(MAX_BAND_PX, height - TOP_PX - BOX_PADDING_PX);

/** Height of the current step's box, which is vertically centred. */
export const boxHeight = (height: number): number => bandHeight(height) + BOX_PADDING_PX;

/** Computes the ribbons of one side; rows and ribbons are vertically centred. */
export function computeRibbons(steps: readonly JourneyStep[], height: number): Ribbon[] {
  const all = steps.reduce((sum, { count }) => sum + count, 0) || 1;
  const band = bandHeight(height);
  const first = (height - steps.length * ROW_HEIGHT_PX) / 2;
  let place = (height - band) / 2;
  return steps.map(({ count }, at) => {
    const size = (count / all) * band;
    const ribbon = {
      row: first + at * ROW_HEIGHT_PX + ROW_HEIGHT_PX / 2,
      size: Math.max(MIN_RIBBON_PX, size),
      place,
    };
    place += size;
    return ribbon;
  });
}

/** SVG path of a ribbon from x1, where its row is, to x2, where the current step is; for either side. */
export function ribbonPath({ row, size, place }: Ribbon, x1: number, x2: number): string {
  const thick = Math.min(size, ROW_HEIGHT_PX * 0.6);
  const middle = (x1 + x2) / 2;
  const [top, bottom] = [row - thick / 2, row + thick / 2];
  return `M${x1} ${top}C${middle} ${top} ${middle} ${place} ${x2} ${place}L${x2} ${place + size}C${middle} ${place + size} ${middle} ${bottom} ${x1} ${bottom}Z`;
}

/** "46 s", "12 min". */
export const waitText = (seconds: number): string =>
  seconds < 90 ? `${seconds} s` : t('%{seconds} min', { seconds: Math.round(seconds / 60) });

/** A share of a small number has no decimals, which would suggest a precision that it does not have. */
export const shareText = (percent: number, of: number): string =>
  `${of < 100 ? Math.round(percent) : percent.toFixed(1)}%`;
