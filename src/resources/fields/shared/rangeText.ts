/** The chip of a range: `from … to …`, `from …`, `to …`. */
export const rangeText = (from: string | undefined, to: string | undefined): string =>
  [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ');
