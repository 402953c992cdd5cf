import { S3Client } from '@aws-sdk/client-s3';

export interface S3Settings {
  bucket: string;
  /** Of a store that is not Amazon's; addressed as `endpoint/bucket/key`. */
  endpoint?: string;
  region: string;
  /** Without keys the machine's own role is taken. */
  accessKey?: string;
  secretKey?: string;
}

/** Longer than a backup pauses what it reads while a part of it is sent. */
const SILENT_MS = 120_000;

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
    // Milliseconds: to connect, and until a silent connection is given up. A `requestTimeout` would break off what is large.
    requestHandler: { connectionTimeout: 5_000, socketTimeout: SILENT_MS },
  });
}
