import type { Readable } from 'node:stream';
import { formatBytes } from '../../../schemas/model/files.ts';
import { ApiError } from '../http/errors.ts';
import type { Files } from './files.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Days begin at midnight UTC+7. */
const TODAY = `(clock_timestamp() AT TIME ZONE 'UTC' + interval '7 hours')::date`;

/**
 * Charges a content to a user's daily allowance of bytes, which all processes share. The expected size is reserved first,
 * so that parallel uploads cannot exceed it; then the received bytes count, even of a rejected file.
 * @param source.expectedBytes the maximum that can arrive
 * @throws ApiError 429
 */
export async function withinDailyAllowance<T>(
  files: Files,
  person: string,
  { content, expected }: { content: Readable; expected: number },
  work: (content: AsyncGenerator<Buffer>) => Promise<T>,
): Promise<T> {
  await reserve(files, person, expected).catch((error: unknown) => {
    content.destroy();
    throw error;
  });
  let receivedBytes = 0;
  async function* countBytes(): AsyncGenerator<Buffer> {
    for await (const piece of content as AsyncIterable<Buffer>) {
      receivedBytes += piece.length;
      yield piece;
    }
  }
  try {
    return await work(countBytes());
  } finally {
    await files.db.query(
      `UPDATE file_allowance SET bytes = greatest(0, bytes - $2::bigint) WHERE person = $1 AND day = ${TODAY}`,
      [person, expected - receivedBytes],
    );
  }
}

async function reserve({ db, maxBytesPerDay }: Files, person: string, bytes: number): Promise<void> {
  const reserved = await db.query(
    `INSERT INTO file_allowance AS held (person, day, bytes) SELECT $1, ${TODAY}, $2::bigint WHERE $2::bigint <= $3::bigint
     ON CONFLICT (person) DO UPDATE SET day = excluded.day,
       bytes = excluded.bytes + CASE WHEN held.day = excluded.day THEN held.bytes ELSE 0 END
     WHERE held.day < excluded.day OR held.bytes + excluded.bytes <= $3::bigint
     RETURNING person`,
    [person, bytes, maxBytesPerDay],
  );
  if (reserved.length > 0) return;
  const most = formatBytes(maxBytesPerDay);
  throw new ApiError(
    429,
    'TOO_MANY',
    t('One person may upload or link %{most} of files a day. Try again tomorrow, or ask an administrator', {
      most,
    }),
  );
}

/** Deletes the counts of past days. */
export const deleteOldAllowances = ({ db }: Files): Promise<unknown> =>
  db.query(`DELETE FROM file_allowance WHERE day < ${TODAY}`);
