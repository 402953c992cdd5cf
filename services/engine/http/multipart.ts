import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { ApiError, malformed } from './errors.ts';

/**
 * Reads a request's multipart body up to its file, whose content the caller reads.
 * @param maxBytes of the content; one more is passed on, so that the caller sees that there are too many
 * @throws ApiError 415 for another kind of body, 400 for one that cannot be read or holds no file
 */
export async function receiveFile(request: FastifyRequest, maxBytes: number): Promise<MultipartFile> {
  if (!request.isMultipart()) throw new ApiError(415, 'MALFORMED', 'Send the file as multipart/form-data');
  let part: MultipartFile | undefined;
  try {
    part = await request.file({ limits: { fileSize: maxBytes + 1 }, throwFileSizeLimit: false });
  } catch (error) {
    throw asRefusal(error);
  }
  if (!part) throw malformed('A file is expected');
  return part;
}

/** The parser's own errors have a status where a limit was passed; the others say that the body is none of its kind. */
export const asRefusal = (error: unknown): unknown =>
  (error as { statusCode?: number }).statusCode === undefined
    ? malformed('The body is no multipart/form-data that can be read')
    : error;
