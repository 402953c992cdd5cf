import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3ServiceException,
  UploadPartCommand,
  type CompletedPart,
  type S3Client,
} from '@aws-sdk/client-s3';
import { s3Client, type S3Settings } from '../files/s3Client.ts';
import { parseBackupTime, type StoredBackup } from './names.ts';
import { StorageError } from '../storage/database.ts';
import { toStorageError } from '../storage/errors.ts';

/** Some stores require all parts but the last to be of the same size. */
const PART_BYTES = 16 * 1024 * 1024;
const MAX_PARTS = 10_000;
/** An unfinished upload of this age is not continued any more. */
const ABANDONED_AFTER_MS = 2 * 24 * 3_600_000;

/** Backups as objects in a folder of an S3 bucket. */
export class BackupStore {
  private readonly client: S3Client;
  private readonly bucket: string;
  /** For people, at the beginning of a sentence. */
  readonly description: string;

  constructor(
    settings: S3Settings,
    private readonly folder: string,
  ) {
    this.client = s3Client(settings);
    this.bucket = settings.bucket;
    this.description = `The store of backups (bucket ${settings.bucket}${settings.endpoint ? ` at ${settings.endpoint}` : ''})`;
  }

  /** Complete backups, oldest first. */
  async list(signal?: AbortSignal): Promise<StoredBackup[]> {
    const found: StoredBackup[] = [];
    let continuationToken: string | undefined;
    do {
      const page = await this.withReadableErrors(() =>
        this.client.send(
          new ListObjectsV2Command({
            Bucket: this.bucket,
            Prefix: `${this.folder}/`,
            ContinuationToken: continuationToken,
          }),
          { abortSignal: signal },
        ),
      );
      for (const { Key = '', Size = 0 } of page.Contents ?? []) {
        const name = Key.slice(this.folder.length + 1);
        const at = parseBackupTime(name);
        if (at !== undefined) found.push({ name, at, bytes: Size });
      }
      continuationToken = page.NextContinuationToken;
    } while (continuationToken !== undefined);
    return found.toSorted((one, other) => one.name.localeCompare(other.name));
  }

  /**
   * Streams a backup as a multipart upload. The object exists once it is complete; a failed upload is aborted.
   * @returns its size in bytes
   */
  write(name: string, content: AsyncIterable<Buffer>, signal?: AbortSignal): Promise<number> {
    return this.withReadableErrors(async () => {
      const address = this.objectAddress(name);
      const options = { abortSignal: signal };
      const { UploadId } = await this.client.send(new CreateMultipartUploadCommand(address), options);
      try {
        const parts: CompletedPart[] = [];
        let bytes = 0;
        for await (const part of splitIntoParts(content)) {
          const PartNumber = parts.length + 1;
          if (PartNumber > MAX_PARTS)
            throw new StorageError(
              `${this.description} takes no backup of more than ${(PART_BYTES * MAX_PARTS) / 1024 ** 3} GB.`,
            );
          const { ETag } = await this.client.send(
            new UploadPartCommand({ ...address, UploadId, PartNumber, Body: part }),
            options,
          );
          parts.push({ ETag, PartNumber });
          bytes += part.length;
        }
        await this.client.send(
          new CompleteMultipartUploadCommand({ ...address, UploadId, MultipartUpload: { Parts: parts } }),
          options,
        );
        return bytes;
      } catch (error) {
        // Without the signal, which may be aborted. If this fails, `removeAbandoned` or the bucket's lifecycle rules clean up.
        await this.client
          .send(new AbortMultipartUploadCommand({ ...address, UploadId }))
          .catch(() => undefined);
        throw error;
      }
    });
  }

  /** Downloads a backup, still sealed, into a new file. */
  fetch(name: string, path: string, signal?: AbortSignal): Promise<void> {
    return this.withReadableErrors(async () => {
      const { Body } = await this.client
        .send(new GetObjectCommand(this.objectAddress(name)), { abortSignal: signal })
        .catch((error: unknown) => {
          if (!(error instanceof S3ServiceException) || error.name !== 'NoSuchKey') throw error;
          const place = this.description.replace('The', 'the');
          throw new StorageError(`There is no backup ${name} in ${place}.`, { cause: error });
        });
      await pipeline(Body as Readable, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal });
    });
  }

  async remove(name: string): Promise<void> {
    await this.withReadableErrors(() => this.client.send(new DeleteObjectCommand(this.objectAddress(name))));
  }

  /** Aborts unfinished uploads of killed processes; does nothing for stores that cannot list them. */
  async removeAbandoned(now: Date, signal?: AbortSignal): Promise<void> {
    const prefix = `${this.folder}/backup-`;
    const { Uploads = [] } = await this.client
      .send(new ListMultipartUploadsCommand({ Bucket: this.bucket, Prefix: prefix }), {
        abortSignal: signal,
      })
      .catch(() => ({ Uploads: [] }));
    for (const { Key, UploadId, Initiated } of Uploads) {
      if (!Initiated || now.getTime() - Initiated.getTime() < ABANDONED_AFTER_MS) continue;
      const upload = { Bucket: this.bucket, Key, UploadId };
      await this.client
        .send(new AbortMultipartUploadCommand(upload), { abortSignal: signal })
        .catch(() => undefined);
    }
  }

  close(): void {
    this.client.destroy();
  }

  private objectAddress(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.bucket, Key: `${this.folder}/${name}` };
  }

  /** Turns errors of the store into a StorageError with one line that says what to do. */
  private async withReadableErrors<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StorageError) throw error;
      const name = error instanceof Error ? error.name : '';
      const advice = ERROR_ADVICE[name];
      if (advice !== undefined) throw new StorageError(`${this.description} ${advice}`, { cause: error });
      if (error instanceof S3ServiceException)
        throw new StorageError(`${this.description} answered ${error.name}: ${error.message}`, {
          cause: error,
        });
      throw toStorageError(error, this.description);
    }
  }
}

const ERROR_ADVICE: Record<string, string> = {
  NoSuchBucket: 'does not exist: make the bucket, or mend BACKUP_S3_BUCKET.',
  AccessDenied: 'does not let these keys in: they need to list, read, write and delete its objects.',
  InvalidAccessKeyId: 'does not know the access key: mend BACKUP_S3_ACCESS_KEY.',
  SignatureDoesNotMatch: 'refuses the secret key: mend BACKUP_S3_SECRET_KEY.',
  PermanentRedirect: 'is in another region: mend BACKUP_S3_REGION.',
  AuthorizationHeaderMalformed: 'is in another region: mend BACKUP_S3_REGION.',
  CredentialsProviderError: 'has no keys: set BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY.',
  TimeoutError: 'does not answer in time: is it reachable?',
};

async function* splitIntoParts(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let buffered: Buffer[] = [];
  let length = 0;
  for await (const chunk of content) {
    buffered.push(chunk);
    length += chunk.length;
    while (length >= PART_BYTES) {
      const all = Buffer.concat(buffered, length);
      yield all.subarray(0, PART_BYTES);
      buffered = [all.subarray(PART_BYTES)];
      length -= PART_BYTES;
    }
  }
  if (length > 0) yield Buffer.concat(buffered, length);
}
