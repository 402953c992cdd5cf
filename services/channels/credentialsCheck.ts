import type { CredentialsCheck } from './types.ts';

export const incomplete = (credentialsNote: string): CredentialsCheck => ({
  credentials: 'missing',
  credentialsNote,
});
export const works = (credentialsNote: string): CredentialsCheck => ({
  credentials: 'works',
  credentialsNote,
});
export const failed = (credentialsNote: string): CredentialsCheck => ({
  credentials: 'failed',
  credentialsNote,
});
