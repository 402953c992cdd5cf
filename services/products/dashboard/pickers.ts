import type { EntityRecord, JsonObject } from '../../../schemas/model/types.ts';
import type { Context, Route } from '../../engine/modules/module.ts';
import type { RawQuery } from '../../engine/resources/listQuery.ts';
import { normalizeQuery } from './parseQuery.ts';
import { describeCall, namedListSchema, PAGE_PARAMETERS } from './openapi.ts';

interface Picker {
  entity: 'channel' | 'template' | 'segment';
  summary: string;
  id: string;
  /** Further fields of the rows. */
  more?: Record<string, JsonObject>;
}

/**
 * The options of a dashboard's filter, by name: `take`, `cursorId`, `keyword` and `skip` as for every list. Dashboards are
 * open to everyone who is signed in, so the names are given whatever the roles are, and nothing else.
 */
export const pickerRoute = ({ entity, summary, id, more = {} }: Picker): Route => ({
  describe: describeCall(summary, id, PAGE_PARAMETERS, namedListSchema(more)),
  async run(request, _, context: Context) {
    const { catalog } = context.services();
    const { queryParser, repository } = catalog.require(entity);
    const page = normalizeQuery(request.query as RawQuery, ['take', 'cursorId', 'skip', 'keyword', 'id']);
    const { where, ...asked } = queryParser.list(
      { ...page, sort: 'name' },
      catalog.rights(request.user.roles),
    );
    const records = await repository.list({ ...asked, where: [where] });
    return records.map((record: EntityRecord) => ({
      id: record.id,
      name: record['name'],
      ...Object.fromEntries(Object.keys(more).map((name) => [name, record[name] ?? null])),
    }));
  },
});
