import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { s3Client, type S3Settings } from './s3Client.ts';
import { MissingContentError, type FileStore } from './store.ts';

/** Attempts to send a content over a connection that breaks. */
const PUT_ATTEMPTS = 3;

/** Stores contents as objects of a bucket, which several processes share. */
export function s3Store(settings: S3Settings): FileStore {
  const client = s3Client(settings);
  const objectOf = (key: string) => ({ Bucket: settings.bucket, Key: key });

  return {
    async has(key) {
      try {
        await client.send(new HeadObjectCommand(objectOf(key)));
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
    async put(key, path, type) {
      const { size } = await stat(path);
      for (let attempt = 1; ; attempt += 1) {
        // A stream can be read once, so that the client's own retries would send nothing.
        const body = createReadStream(path);
        try {
          await client.send(
            new PutObjectCommand({ ...objectOf(key), Body: body, ContentLength: size, ContentType: type }),
          );
          return;
        } catch (error) {
          if (error instanceof S3ServiceException || attempt === PUT_ATTEMPTS) throw error;
        } finally {
          body.destroy();
        }
      }
    },
    async read(key, range) {
      const rangeHeader = range && `bytes=${range.start}-${range.end}`;
      try {
        const { Body } = await client.send(new GetObjectCommand({ ...objectOf(key), Range: rangeHeader }));
        if (!Body) throw new MissingContentError(key);
        return Body as Readable;
      } catch (error) {
        throw isMissing(error) ? new MissingContentError(key) : error;
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(objectOf(key)));
    },
  };
}

const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
