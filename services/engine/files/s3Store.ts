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
import { MissingContent, type FileStore } from './store.ts';

/** Times that a content is sent before a connection that breaks is told. */
const PUT_ATTEMPTS = 3;

/** Contents as objects of a bucket, so that several processes see the same. */
export function s3Store(settings: S3Settings): FileStore {
  const client = s3Client(settings);
  const at = (key: string) => ({ Bucket: settings.bucket, Key: key });

  return {
    async has(key) {
      try {
        await client.send(new HeadObjectCommand(at(key)));
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
    async put(key, path, type) {
      const { size } = await stat(path);
      for (let attempt = 1; ; attempt += 1) {
        // A stream can be sent once, so that the client's own second attempt has nothing to send.
        const body = createReadStream(path);
        try {
          await client.send(
            new PutObjectCommand({ ...at(key), Body: body, ContentLength: size, ContentType: type }),
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
      const part = range && `bytes=${range.start}-${range.end}`;
      try {
        const { Body } = await client.send(new GetObjectCommand({ ...at(key), Range: part }));
        if (!Body) throw new MissingContent(key);
        return Body as Readable;
      } catch (error) {
        throw isMissing(error) ? new MissingContent(key) : error;
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(at(key)));
    },
  };
}

const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
