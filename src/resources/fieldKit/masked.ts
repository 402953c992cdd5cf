/** First character of the mask that the services send instead of a stored secret. */
const MASK = '•';

/** Whether a value is the mask of a stored secret. */
export const isMasked = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith(MASK);
