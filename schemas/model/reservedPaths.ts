/** Path segments below `/api/v1` that the services use: no entity may have one as its `path`. */
export const RESERVED_PATHS: readonly string[] = [
  'dashboard',
  'downloads',
  'files',
  'records',
  'system',
  'webchat',
];
