/** Margins of the plot area of areas, lines and bars inside the drawing. */
export const PLOT_MARGINS_PX = { left: 56, right: 8, top: 8, bottom: 30 };

interface Points {
  count: number;
  /** Of the drawing, including the margins. */
  width: number;
  /** Points are bands, as bars are; otherwise the first and last are at the ends of the axis. */
  banded: boolean;
}

const plotWidth = (width: number): number =>
  Math.max(1, width - PLOT_MARGINS_PX.left - PLOT_MARGINS_PX.right);

/** Index of the point nearest to an x; undefined outside the plot. */
export const pointIndexAt = (x: number, { count, width, banded }: Points): number | undefined => {
  const share = (x - PLOT_MARGINS_PX.left) / plotWidth(width);
  if (count === 0 || share < 0 || share > 1) return undefined;
  return banded ? Math.min(count - 1, Math.floor(share * count)) : Math.round(share * (count - 1));
};

/** The x of a point on an axis without bands. */
export const pointX = (at: number, { count, width }: Omit<Points, 'banded'>): number =>
  PLOT_MARGINS_PX.left + plotWidth(width) * (count > 1 ? at / (count - 1) : 0.5);
