/** First parts of addresses below `/api/v1` that the services hold themselves: no entity's `path`. */
export const RESERVED_PATHS: readonly string[] = [
  'dashboard',
  'downloads',
  'files',
  'records',
  'system',
  'webchat',
];
