/** Where the points of areas, lines and bars lie, in pixels from the drawing's edges. */
export const PLOT_MARGINS_PX = { left: 56, right: 8, top: 8, bottom: 30 };

interface Points {
  count: number;
  /** Of the whole drawing. */
  width: number;
  /** Each has a place of its own width, as bars do; else the first and last lie at the ends. */
  banded: boolean;
}

const insideOf = (width: number): number => Math.max(1, width - PLOT_MARGINS_PX.left - PLOT_MARGINS_PX.right);

/** The point that is nearest to a place; undefined outside of the plot. */
export const pointAt = (x: number, { count, width, banded }: Points): number | undefined => {
  const share = (x - PLOT_MARGINS_PX.left) / insideOf(width);
  if (count === 0 || share < 0 || share > 1) return undefined;
  return banded ? Math.min(count - 1, Math.floor(share * count)) : Math.round(share * (count - 1));
};

/** The place of a point on an axis that is not banded. */
export const xOfPoint = (at: number, { count, width }: Omit<Points, 'banded'>): number =>
  PLOT_MARGINS_PX.left + insideOf(width) * (count > 1 ? at / (count - 1) : 0.5);
