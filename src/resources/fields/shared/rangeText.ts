/** Text of a range filter's chip: `from … to …`, `from …`, `to …`. */
export const rangeText = (from: string | undefined, to: string | undefined): string =>
  [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ');
