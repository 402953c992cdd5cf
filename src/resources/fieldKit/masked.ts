/** What the services send instead of a stored secret begins with this. */
const MASK = '•';

/** Whether a value stands for a stored secret, which the services never send out. */
export const isMasked = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith(MASK);
