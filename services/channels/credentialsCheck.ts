import type { CredentialsCheck } from './types.ts';

export const credentialsMissing = (credentialsNote: string): CredentialsCheck => ({
  credentials: 'missing',
  credentialsNote,
});
export const credentialsOk = (credentialsNote: string): CredentialsCheck => ({
  credentials: 'works',
  credentialsNote,
});
export const credentialsFailed = (credentialsNote: string): CredentialsCheck => ({
  credentials: 'failed',
  credentialsNote,
});
