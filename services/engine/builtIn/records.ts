import type { DomainModule } from '../modules/module.ts';
import { malformed } from '../http/errors.ts';
import { authorize } from '../resources/operations.ts';
import { filterVisible } from '../resources/nested.ts';
import { jsonResponses } from '../resources/openapi/components.ts';
import { visibleRecord, resolveStoredFiles } from '../resources/visibility.ts';
import { t } from '../../../schemas/texts/translate.ts';

const MAX_IDS_PER_CALL = 100;
const text = { type: 'string' };

/** `GET /api/v1/records`: resolves references, which are ids without the path of their parent record. */
export const recordsModule = {
  name: 'records',
  routes: {
    'GET /api/v1/records': {
      describe: {
        summary: 'Records of one entity by their ids, also of one whose collections lie below other records',
        operationId: 'recordsById',
        parameters: [
          { name: 'entity', in: 'query', required: true, schema: text },
          {
            name: 'id',
            in: 'query',
            required: true,
            schema: { type: 'array', items: text, maxItems: MAX_IDS_PER_CALL },
          },
        ],
        responses: jsonResponses(
          { type: 'array', items: { type: 'object', properties: { id: text } } },
          400,
          401,
          403,
        ),
      },
      async run({ query, user, ip }, _, context) {
        const services = context.services();
        const { entity, id } = query as Record<string, unknown>;
        const resource = typeof entity === 'string' ? services.catalog.find(entity) : undefined;
        if (!resource) throw malformed(t('entity must name an entity'));
        const ids = [id].flat().filter((one) => typeof one === 'string');
        if (ids.length === 0 || ids.length > MAX_IDS_PER_CALL)
          throw malformed(t('1 to %{most} ids are expected', { most: MAX_IDS_PER_CALL }));
        const caller = { user, rights: services.catalog.rights(user.roles), address: ip };
        authorize(resource, caller, 'read');
        const found = await resource.repository.getMany(ids);
        const seen = await filterVisible(services, caller, resource, found);
        return resolveStoredFiles(
          resource,
          seen.map((record) => visibleRecord(resource, caller, record)),
        );
      },
    },
  },
} satisfies DomainModule;
