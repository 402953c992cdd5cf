import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isPicture, PICTURE_WIDTHS } from '../../../schemas/model/files.ts';
import { ApiError, malformed, notFound } from '../http/errors.ts';
import type { Files } from './files.ts';
import { contentDisposition } from './names.ts';
import { UnreadablePictureError } from './pictureProcess.ts';
import { ensurePictureCopy, pictureWidth } from './pictures.ts';
import type { FileRow } from './rows.ts';
import { MissingContentError, type ByteRange } from './store.ts';
import { t } from '../../../schemas/texts/translate.ts';

interface Route {
  Params: { id: string; name: string };
  Querystring: { width?: string };
}

/**
 * Serves file contents to whoever knows the URL: pages and platforms that show pictures send no token, and the id in it
 * has 122 random bits. The content of a URL never changes. Nothing in it runs: the type is the detected one and final,
 * and files other than pictures, audio and video are downloaded rather than shown.
 */
export function registerFileRoutes(app: FastifyInstance, files: Files): void {
  app.get<Route>('/files/:id/:name', { compress: false, config: { open: true } }, async (request, reply) => {
    const file = await files.find(request.params.id);
    if (!file) throw notFound();
    const { width: widthParameter } = request.query;
    // LINE requests the widths of an imagemap as the last segment of the path.
    const width = pictureWidth(widthParameter ?? request.params.name);
    if (widthParameter !== undefined && width === undefined)
      throw malformed(
        t('The width must be one of %{pictureWidths}', { pictureWidths: PICTURE_WIDTHS.join(', ') }),
      );
    void reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cross-origin-resource-policy', 'cross-origin')
      .header(
        'content-disposition',
        contentDisposition(isShownInline(file) ? 'inline' : 'attachment', file.name),
      )
      .header('etag', `"${file.hash.slice(0, 32)}${width ? `-${width}` : ''}"`)
      .type(file.type === 'text/csv' ? 'text/csv; charset=utf-8' : file.type);
    if (request.headers['if-none-match'] === reply.getHeader('etag')) return reply.code(304).send();
    if (width !== undefined && isPicture(file.type)) {
      const key = await withHttpErrors(ensurePictureCopy(files, file, width));
      return reply.send(request.method === 'HEAD' ? undefined : await withHttpErrors(files.store.read(key)));
    }
    return sendOriginal(files, file, request, reply);
  });
}

const isShownInline = ({ type }: FileRow): boolean => /^(image|video|audio)\//.test(type);

async function sendOriginal(
  files: Files,
  file: FileRow,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const range = rangeOf(request.headers.range, file.size);
  void reply.header('accept-ranges', 'bytes');
  if (range === 'unsatisfiable')
    return reply
      .code(416)
      .header('content-range', `bytes */${file.size}`)
      .removeHeader('content-type')
      .send();
  if (range) void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  void reply.header('content-length', range ? range.end - range.start + 1 : file.size);
  if (request.method === 'HEAD') return reply.send();
  return reply.send(await withHttpErrors(files.store.read(file.hash, range)));
}

/** Parses a `Range` of one part (RFC 9110); any other is ignored, which the standard allows. */
function rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size || (first === '' && Number(last) === 0)) return 'unsatisfiable';
  return start > end ? undefined : { start, end };
}

async function withHttpErrors<T>(content: Promise<T>): Promise<T> {
  try {
    return await content;
  } catch (error) {
    if (error instanceof UnreadablePictureError)
      throw new ApiError(503, 'UNAVAILABLE', t('A smaller copy of this picture cannot be made now'));
    throw error instanceof MissingContentError ? notFound() : error;
  }
}
