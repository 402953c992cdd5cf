import type { SecretBox } from '../resources/secretBox.ts';

/** A job's data as it is stored until the job ends: sealed, because it may hold passwords and codes. */
export function sealJobData(data: object, secretBox: SecretBox | undefined): string {
  const text = JSON.stringify(data);
  // A sealed text carries its last four characters in the clear: here they are blanks.
  return secretBox ? JSON.stringify(secretBox.seal(`${text}    `)) : text;
}

/** @param stored the column `data`: a sealed text, or plain JSON of a job that was added without a secret box */
export function openJobData(stored: unknown, secretBox: SecretBox | undefined): object {
  if (typeof stored !== 'string') return stored ?? {};
  if (!secretBox) throw new Error('The data of the job is sealed, and there is no secret box to open it');
  return JSON.parse(secretBox.open(stored)) as object;
}
