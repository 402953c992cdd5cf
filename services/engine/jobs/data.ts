import type { SecretBox } from '../resources/secretBox.ts';

/** What a job is about, as it is stored until the job ends: sealed, for it may hold passwords and codes. */
export function sealData(data: object, secretBox: SecretBox | undefined): string {
  const text = JSON.stringify(data);
  // A sealed text shows its end: here that is blank.
  return secretBox ? JSON.stringify(secretBox.seal(`${text}    `)) : text;
}

/** @param stored as the database gives it: a sealed text, or the data of a job that was added without a secret box */
export function openData(stored: unknown, secretBox: SecretBox | undefined): object {
  if (typeof stored !== 'string') return stored ?? {};
  if (!secretBox) throw new Error('What the job is about is sealed');
  return JSON.parse(secretBox.open(stored)) as object;
}
