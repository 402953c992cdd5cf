import type { FastifyInstance } from 'fastify';
import { disposition } from '../files/names.ts';
import { forbidden } from '../http/errors.ts';
import type { Exchange } from './exchange.ts';

const PREFIX = '/api/v1/downloads';

/** Where a person's file is had; the console asks for it with the person's token. */
export const downloadPath = (id: string): string => `${PREFIX}/${id}`;

/** `GET /api/v1/downloads/{id}`: a file that was made for the person who asks. */
export function registerDownloads(app: FastifyInstance, { current, personal }: Exchange): void {
  app.get<{ Params: { id: string } }>(`${PREFIX}/:id`, { compress: false }, async (request, reply) => {
    const { user, params } = request;
    const file = await personal.find(params.id, user.id);
    // What somebody may not read any more is not theirs any more.
    const rights = current().catalog.rights(user.roles);
    if (![file.entity, ...file.reads].every((entity) => rights.may(entity, 'read'))) throw forbidden();
    return reply
      .type(file.type)
      .header('content-disposition', disposition('attachment', file.name))
      .header('content-length', file.size)
      .header('cache-control', 'no-store')
      .send(await personal.read(file));
  });
}
