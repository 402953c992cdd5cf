import { matches } from '../../../schemas/model/match.ts';
import type { JsonObject } from '../../../schemas/model/types.ts';
import type { AuthUser } from './authTokens.ts';
import { isVisibleTo } from '../resources/visibility.ts';
import type { Services } from '../resources/services.ts';

/** Who may be told of what, judged as the read path judges it and by the product of the moment. */
export interface AudienceRights {
  may(user: AuthUser, entity: string, operation: string): boolean;
  /** @param states of a record, one of which the person has to be allowed to see; left out where no rule narrows rows */
  reads(user: AuthUser, entity: string, states?: readonly JsonObject[]): boolean;
  readsRecord(user: AuthUser, entity: string, id: string): Promise<boolean>;
}

export function createAudienceRights(current: () => Services): AudienceRights {
  const may: AudienceRights['may'] = ({ roles }, entity, operation) =>
    current().catalog.rights(roles).may(entity, operation);
  return {
    may,
    reads(user, entity, states) {
      if (!may(user, entity, 'read')) return false;
      const rows = current().catalog.find(entity)?.model.access.rows;
      return !rows || !states || states.some((state) => matches(rows, state, { user }));
    },
    async readsRecord(user, entity, id) {
      const { catalog } = current();
      const resource = catalog.find(entity);
      if (!resource || !may(user, entity, 'read')) return false;
      const record = await resource.repository.find(id);
      return (
        record !== undefined && isVisibleTo(resource, { user, rights: catalog.rights(user.roles) }, record)
      );
    },
  };
}
