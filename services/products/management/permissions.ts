import { fileIdFromUrl, resizedPictureUrl } from '../../../schemas/model/files.ts';
import type { DomainModule } from '../../engine/modules/module.ts';
import { jsonResponses } from '../../engine/resources/openapi/components.ts';
import { valuesInUse } from '../../engine/resources/valuesInUse.ts';
import { networkId } from './network.ts';

const text = { type: 'string' };
const optionalText = { type: ['string', 'null'] };

/** As the menu shows it; one of another site is shown on no screen. */
const smallPicture = (url: string | undefined): string | null =>
  url !== undefined && fileIdFromUrl(url) !== undefined ? resizedPictureUrl(url, 240) : null;

/** `GET /permissions/access`: who is signed in and what that person may do. */
export const permissionsModule = {
  name: 'permissions',
  routes: {
    'GET /permissions/access': {
      describe: {
        summary: 'What the signed-in person may do',
        operationId: 'permissions',
        responses: jsonResponses(
          {
            type: 'object',
            properties: {
              products: { type: 'object', additionalProperties: { type: 'array', items: text } },
              actions: { type: 'array', items: { ...text, pattern: '^[a-z-]+:' } },
              inUse: { type: 'object', additionalProperties: { type: 'array', items: {} } },
              user: {
                type: 'object',
                properties: {
                  id: text,
                  username: text,
                  name: text,
                  email: text,
                  roles: { type: 'array', items: text },
                  networkId: optionalText,
                  workspace: optionalText,
                  workspaceId: optionalText,
                  years: { enum: ['common', 'buddhist', null] },
                  theme: optionalText,
                  language: optionalText,
                  pictureUrl: optionalText,
                },
              },
            },
          },
          401,
        ),
      },
      async run({ user }, reply, { services }) {
        const { catalog, db } = services();
        const { products, actions } = catalog.rights(user.roles);
        const member = await catalog.repository('member')?.find(user.id);
        const [workspace] = (await catalog.repository('workspace')?.list({ take: 1 })) ?? [];
        const names = [
          ...new Set(catalog.product.entities.flatMap(({ name }) => catalog.find(name)?.inUseFields ?? [])),
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
            years: workspace?.years ?? null,
            theme: member?.theme ?? null,
            language: member?.language ?? null,
            pictureUrl: smallPicture(member?.pictureUrl),
          },
        };
      },
    },
  },
} satisfies DomainModule;
