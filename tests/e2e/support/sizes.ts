/** The screens that each way through the console is tried on: a desk's and a phone's. */
export const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;
