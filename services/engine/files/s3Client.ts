import { S3Client } from '@aws-sdk/client-s3';

export interface S3Settings {
  bucket: string;
  /** For a store that is not Amazon's; objects are addressed as `endpoint/bucket/key`. */
  endpoint?: string;
  region: string;
  /** Without keys, the machine's own role is used. */
  accessKey?: string;
  secretKey?: string;
}

/** Longer than a backup pauses reading while it uploads a part. */
const SOCKET_TIMEOUT_MS = 120_000;

/** A client of an S3-compatible store. */
export function s3Client({ endpoint, region, accessKey, secretKey }: S3Settings): S3Client {
  return new S3Client({
    region,
    endpoint,
    forcePathStyle: endpoint !== undefined,
    credentials:
      accessKey !== undefined && secretKey !== undefined
        ? { accessKeyId: accessKey, secretAccessKey: secretKey }
        : undefined,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Milliseconds to connect, and until an idle connection is closed. A `requestTimeout` would abort large transfers.
    requestHandler: { connectionTimeout: 5_000, socketTimeout: SOCKET_TIMEOUT_MS },
  });
}
