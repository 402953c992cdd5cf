import type { Readable } from 'node:stream';
import { formatBytes } from '../../../schemas/model/files.ts';
import { ApiError } from '../http/errors.ts';
import type { Files } from './files.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Days begin at midnight UTC+7. */
const TODAY = `(clock_timestamp() AT TIME ZONE 'UTC' + interval '7 hours')::date`;

/**
 * Takes a content in on a person's allowance of bytes a day, which all processes count together. What may come is
 * reserved before, so that many at once do not pass it; what came is what counts, refused or not.
 * @param expected bytes that come at most
 * @throws ApiError 429
 */
export async function withinAllowance<T>(
  files: Files,
  person: string,
  { content, expected }: { content: Readable; expected: number },
  work: (content: AsyncGenerator<Buffer>) => Promise<T>,
): Promise<T> {
  await reserve(files, person, expected).catch((error: unknown) => {
    content.destroy();
    throw error;
  });
  let came = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const piece of content as AsyncIterable<Buffer>) {
      came += piece.length;
      yield piece;
    }
  }
  try {
    return await work(counted());
  } finally {
    await files.db.query(
      `UPDATE file_allowance SET bytes = greatest(0, bytes - $2::bigint) WHERE person = $1 AND day = ${TODAY}`,
      [person, expected - came],
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

/** Forgets what people brought in on days that are over. */
export const forgetAllowances = ({ db }: Files): Promise<unknown> =>
  db.query(`DELETE FROM file_allowance WHERE day < ${TODAY}`);
