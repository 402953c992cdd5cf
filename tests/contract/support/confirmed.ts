/** Actions of a broadcast before which something is checked. */
const CHECKED = ['send', 'approve', 'retry'];

/** The body of an action of a broadcast; whoever calls confirms the warnings of its checks, whichever there are. */
export const confirmed = (verb: string, input: object = {}): object =>
  CHECKED.includes(verb) ? { ...input, confirmed: 'all' } : input;
