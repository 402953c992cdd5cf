import type { FastifyInstance } from 'fastify';
import { contentDisposition } from '../files/names.ts';
import { forbidden } from '../http/errors.ts';
import type { Exchange } from './exchange.ts';

const PREFIX = '/api/v1/downloads';

/** Path of a personal file, which requires its owner's token. */
export const downloadPath = (id: string): string => `${PREFIX}/${id}`;

/** `GET /api/v1/downloads/{id}`: a file of the user who makes the request. */
export function registerDownloads(app: FastifyInstance, { current, personal }: Exchange): void {
  app.get<{ Params: { id: string } }>(`${PREFIX}/:id`, { compress: false }, async (request, reply) => {
    const { user, params } = request;
    const file = await personal.find(params.id, user.id);
    // The owner may have lost the right to read the file's records.
    const rights = current().catalog.rights(user.roles);
    if (![file.entity, ...file.reads].every((entity) => rights.may(entity, 'read'))) throw forbidden();
    return reply
      .type(file.type)
      .header('content-disposition', contentDisposition('attachment', file.name))
      .header('content-length', file.size)
      .header('cache-control', 'no-store')
      .send(await personal.read(file));
  });
}
