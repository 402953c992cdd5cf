import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, malformed } from './errors.ts';
import { numberText, t } from '../../../schemas/texts/translate.ts';

/** Text fields that a form may have beside its file, and bytes of each. They are ignored. */
const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 10_000;

/** Bytes of a multipart body beside its file. */
export const MAX_ENVELOPE_BYTES = 64 * 1024 + MAX_FIELDS * MAX_FIELD_BYTES;

/** Registers the parser of multipart bodies for the routes of a scope. */
export async function registerMultipart(scope: FastifyInstance): Promise<void> {
  const limits = { files: 1, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES, parts: MAX_FIELDS + 1 };
  await scope.register(multipart, { limits: { ...limits, headerPairs: 20 } });
}

/**
 * Reads a request's multipart body up to its file, whose content the caller reads. Text fields beside it are ignored.
 * @param maxBytes of the content; one more byte is passed on, so that the caller notices that there are too many
 * @throws ApiError 415 for another kind of body, 400 for one that cannot be read or holds no file, 413 for many or
 * large text fields
 */
export async function receiveFile(request: FastifyRequest, maxBytes: number): Promise<MultipartFile> {
  if (!request.isMultipart()) throw new ApiError(415, 'MALFORMED', t('Send the file as multipart/form-data'));
  let part: MultipartFile | undefined;
  try {
    part = await request.file({ limits: { fileSize: maxBytes + 1 }, throwFileSizeLimit: false });
  } catch (error) {
    const { FieldsLimitError, PartsLimitError } = request.server.multipartErrors;
    const isTooMany = error instanceof FieldsLimitError || error instanceof PartsLimitError;
    throw isTooMany ? tooManyFields() : toUploadError(error);
  }
  if (!part) throw malformed(t('A file is expected'));
  const fields = Object.values(part.fields).flat();
  if (fields.some((field) => field?.type === 'field' && field.valueTruncated)) {
    part.file.resume();
    throw tooManyFields();
  }
  return part;
}

const tooManyFields = (): ApiError =>
  new ApiError(
    413,
    'TOO_LARGE',
    t('Beside the file, a form has at most %{maxFields} text fields of %{count} bytes each', {
      maxFields: MAX_FIELDS,
      count: numberText(MAX_FIELD_BYTES),
    }),
  );

/** The parser's errors have a status where a limit was exceeded; all others become 400. */
export const toUploadError = (error: unknown): unknown =>
  (error as { statusCode?: number }).statusCode === undefined
    ? malformed(t('The body is no multipart/form-data that can be read'))
    : error;
