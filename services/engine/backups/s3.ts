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
import { momentOf, type StoredBackup } from './names.ts';
import { StorageError } from '../storage/database.ts';
import { toStorageError } from '../storage/errors.ts';

/** Bytes of a part: some stores want all but the last to be of one size. */
const PART = 16 * 1024 * 1024;
const MAX_PARTS = 10_000;
/** How old an upload is that nobody goes on with. */
const ABANDONED_MS = 2 * 24 * 3_600_000;

/** Backups as objects of a bucket, below a folder of their own. */
export class BackupStore {
  private readonly client: S3Client;
  private readonly bucket: string;
  /** As people know it. */
  readonly place: string;

  constructor(
    settings: S3Settings,
    private readonly folder: string,
  ) {
    this.client = s3Client(settings);
    this.bucket = settings.bucket;
    this.place = `The store of backups (bucket ${settings.bucket}${settings.endpoint ? ` at ${settings.endpoint}` : ''})`;
  }

  /** What lies there whole, oldest first. */
  async list(signal?: AbortSignal): Promise<StoredBackup[]> {
    const found: StoredBackup[] = [];
    let next: string | undefined;
    do {
      const page = await this.told(() =>
        this.client.send(
          new ListObjectsV2Command({
            Bucket: this.bucket,
            Prefix: `${this.folder}/`,
            ContinuationToken: next,
          }),
          { abortSignal: signal },
        ),
      );
      for (const { Key = '', Size = 0 } of page.Contents ?? []) {
        const name = Key.slice(this.folder.length + 1);
        const at = momentOf(name);
        if (at !== undefined) found.push({ name, at, bytes: Size });
      }
      next = page.NextContinuationToken;
    } while (next !== undefined);
    return found.toSorted((one, other) => one.name.localeCompare(other.name));
  }

  /**
   * Sends a content as it comes, a part at a time. It has its name once all of it is there; what breaks off is taken back.
   * @param signal breaks it off, also while the store does not answer
   * @returns its bytes
   */
  write(name: string, content: AsyncIterable<Buffer>, signal?: AbortSignal): Promise<number> {
    return this.told(async () => {
      const at = this.at(name);
      const given = { abortSignal: signal };
      const { UploadId } = await this.client.send(new CreateMultipartUploadCommand(at), given);
      try {
        const parts: CompletedPart[] = [];
        let bytes = 0;
        for await (const part of partsOf(content)) {
          const PartNumber = parts.length + 1;
          if (PartNumber > MAX_PARTS)
            throw new StorageError(
              `${this.place} takes no backup of more than ${(PART * MAX_PARTS) / 1024 ** 3} GB.`,
            );
          const { ETag } = await this.client.send(
            new UploadPartCommand({ ...at, UploadId, PartNumber, Body: part }),
            given,
          );
          parts.push({ ETag, PartNumber });
          bytes += part.length;
        }
        await this.client.send(
          new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts: parts } }),
          given,
        );
        return bytes;
      } catch (error) {
        // Not for the signal to break off. Where the store is away, or knows no such thing, `removeAbandoned` or its own rules see to it.
        await this.client.send(new AbortMultipartUploadCommand({ ...at, UploadId })).catch(() => undefined);
        throw error;
      }
    });
  }

  /** Fetches a backup into a new file of this machine, sealed as it is. */
  fetch(name: string, path: string, signal?: AbortSignal): Promise<void> {
    return this.told(async () => {
      const { Body } = await this.client
        .send(new GetObjectCommand(this.at(name)), { abortSignal: signal })
        .catch((error: unknown) => {
          if (!(error instanceof S3ServiceException) || error.name !== 'NoSuchKey') throw error;
          const place = this.place.replace('The', 'the');
          throw new StorageError(`There is no backup ${name} in ${place}.`, { cause: error });
        });
      await pipeline(Body as Readable, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal });
    });
  }

  async remove(name: string): Promise<void> {
    await this.told(() => this.client.send(new DeleteObjectCommand(this.at(name))));
  }

  /** Gives up the uploads that a process which was killed left behind. Stores that cannot list them have rules of their own. */
  async removeAbandoned(now: Date, signal?: AbortSignal): Promise<void> {
    const prefix = `${this.folder}/backup-`;
    const { Uploads = [] } = await this.client
      .send(new ListMultipartUploadsCommand({ Bucket: this.bucket, Prefix: prefix }), {
        abortSignal: signal,
      })
      .catch(() => ({ Uploads: [] }));
    for (const { Key, UploadId, Initiated } of Uploads) {
      if (!Initiated || now.getTime() - Initiated.getTime() < ABANDONED_MS) continue;
      const upload = { Bucket: this.bucket, Key, UploadId };
      await this.client
        .send(new AbortMultipartUploadCommand(upload), { abortSignal: signal })
        .catch(() => undefined);
    }
  }

  close(): void {
    this.client.destroy();
  }

  private at(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.bucket, Key: `${this.folder}/${name}` };
  }

  /** Faults of the store in one line that says what to do. */
  private async told<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StorageError) throw error;
      const name = error instanceof Error ? error.name : '';
      const advice = FAULTS[name];
      if (advice !== undefined) throw new StorageError(`${this.place} ${advice}`, { cause: error });
      if (error instanceof S3ServiceException)
        throw new StorageError(`${this.place} answered ${error.name}: ${error.message}`, { cause: error });
      throw toStorageError(error, this.place);
    }
  }
}

const FAULTS: Record<string, string> = {
  NoSuchBucket: 'does not exist: make the bucket, or mend BACKUP_S3_BUCKET.',
  AccessDenied: 'does not let these keys in: they need to list, read, write and delete its objects.',
  InvalidAccessKeyId: 'does not know the access key: mend BACKUP_S3_ACCESS_KEY.',
  SignatureDoesNotMatch: 'refuses the secret key: mend BACKUP_S3_SECRET_KEY.',
  PermanentRedirect: 'is in another region: mend BACKUP_S3_REGION.',
  AuthorizationHeaderMalformed: 'is in another region: mend BACKUP_S3_REGION.',
  CredentialsProviderError: 'has no keys: set BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY.',
  TimeoutError: 'does not answer in time: is it reachable?',
};

async function* partsOf(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const chunk of content) {
    held.push(chunk);
    length += chunk.length;
    while (length >= PART) {
      const all = Buffer.concat(held, length);
      yield all.subarray(0, PART);
      held = [all.subarray(PART)];
      length -= PART;
    }
  }
  if (length > 0) yield Buffer.concat(held, length);
}
