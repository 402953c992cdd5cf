import type { CredentialsCheck } from './types.ts';

export const incomplete = (what: string): CredentialsCheck => ({
  credentials: 'missing',
  credentialsNote: `Enter ${what} to connect it.`,
});
export const works = (credentialsNote: string): CredentialsCheck => ({
  credentials: 'works',
  credentialsNote,
});
export const failed = (credentialsNote: string): CredentialsCheck => ({
  credentials: 'failed',
  credentialsNote,
});
