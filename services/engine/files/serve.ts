import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isPicture, PICTURE_WIDTHS } from '../../../schemas/model/files.ts';
import { ApiError, malformed, notFound } from '../http/errors.ts';
import type { Files } from './files.ts';
import { disposition } from './names.ts';
import { UnreadablePicture } from './pictureProcess.ts';
import { ensurePicture, pictureWidth } from './pictures.ts';
import type { FileRow } from './rows.ts';
import { MissingContent, type ByteRange } from './store.ts';
import { t } from '../../../schemas/texts/translate.ts';

interface Route {
  Params: { id: string; name: string };
  Querystring: { width?: string };
}

/**
 * Contents, open to whoever knows the address: pictures have to show in pages and on the platforms, which send no
 * token, and the id in it has 122 random bits. What an address answers never changes. Nothing in it runs: the type is
 * the judged one and final, and what is no picture, sound or video is saved rather than shown.
 */
export function registerServing(app: FastifyInstance, files: Files): void {
  app.get<Route>('/files/:id/:name', { compress: false, config: { open: true } }, async (request, reply) => {
    const file = await files.find(request.params.id);
    if (!file) throw notFound();
    const { width: asked } = request.query;
    // LINE asks for an imagemap's widths as the last part of the address.
    const width = pictureWidth(asked ?? request.params.name);
    if (asked !== undefined && width === undefined)
      throw malformed(
        t('The width must be one of %{pictureWidths}', { pictureWidths: PICTURE_WIDTHS.join(', ') }),
      );
    void reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('content-disposition', disposition(isShown(file) ? 'inline' : 'attachment', file.name))
      .header('etag', `"${file.hash.slice(0, 32)}${width ? `-${width}` : ''}"`)
      .type(file.type === 'text/csv' ? 'text/csv; charset=utf-8' : file.type);
    if (request.headers['if-none-match'] === reply.getHeader('etag')) return reply.code(304).send();
    if (width !== undefined && isPicture(file.type)) {
      const key = await present(ensurePicture(files, file, width));
      return reply.send(request.method === 'HEAD' ? undefined : await present(files.store.read(key)));
    }
    return whole(files, file, request, reply);
  });
}

const isShown = ({ type }: FileRow): boolean => /^(image|video|audio)\//.test(type);

async function whole(
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
  return reply.send(await present(files.store.read(file.hash, range)));
}

/** A `Range` of one part (RFC 9110); any other is passed over, which the standard allows. */
function rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size || (first === '' && Number(last) === 0)) return 'unsatisfiable';
  return start > end ? undefined : { start, end };
}

async function present<T>(content: Promise<T>): Promise<T> {
  try {
    return await content;
  } catch (error) {
    if (error instanceof UnreadablePicture)
      throw new ApiError(503, 'UNAVAILABLE', t('A smaller copy of this picture cannot be made now'));
    throw error instanceof MissingContent ? notFound() : error;
  }
}
