import type { Verdict } from './types.ts';

export const missing = (what: string): Verdict => ({
  credentials: 'missing',
  credentialsNote: `Enter ${what} to connect it.`,
});
export const works = (credentialsNote: string): Verdict => ({ credentials: 'works', credentialsNote });
export const failed = (credentialsNote: string): Verdict => ({ credentials: 'failed', credentialsNote });
