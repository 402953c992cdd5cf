import type { FastifyInstance } from 'fastify';
import type { Services } from '../resources/services.ts';
import { valuesInUse } from '../resources/valuesInUse.ts';
import { networkId } from './network.ts';

/** `GET /permissions/access`: who is signed in and what that person may do. */
export function registerPermissions(app: FastifyInstance, current: () => Services): void {
  app.get('/permissions/access', async ({ user }, reply) => {
    const { catalog, db } = current();
    const { products, actions } = catalog.rights(user.roles);
    const member = await catalog.typed('member')?.find(user.id);
    const [workspace] = (await catalog.typed('workspace')?.list({ take: 1 })) ?? [];
    const names = [
      ...new Set(catalog.product.entities.flatMap(({ name }) => catalog.named(name)?.inUse ?? [])),
    ];
    void reply.header('cache-control', 'no-store');
    return {
      products,
      actions,
      inUse: await valuesInUse(catalog, db, names),
      user: {
        id: user.id,
        username: user.username,
        name: user.name,
        email: user.email,
        roles: user.roles,
        networkId: (await networkId(db, catalog.product)) ?? null,
        workspace: workspace?.name ?? null,
        workspaceId: workspace?.id ?? null,
        language: member?.language ?? null,
        theme: member?.theme ?? null,
      },
    };
  });
}
