/** The flow of the fittings, which templates name before there are flows. */
export const FITTING_FLOW = '5f177e17-0f10-4a00-a000-5f177e170f10';
