import { matches } from '../../../schemas/model/match.ts';
import type { JsonObject } from '../../../schemas/model/types.ts';
import type { AuthUser } from './authTokens.ts';
import { isVisibleTo } from '../resources/visibility.ts';
import type { Services } from '../resources/services.ts';

/** Who may receive which live message, by the rules of the read path and the current product. */
export interface AudienceRights {
  may(user: AuthUser, entity: string, operation: string): boolean;
  /** @param states of a record, of which the user must be allowed to see one; absent where no rule restricts rows */
  mayRead(user: AuthUser, entity: string, states?: readonly JsonObject[]): boolean;
  mayReadRecord(user: AuthUser, entity: string, id: string): Promise<boolean>;
}

export function createAudienceRights(current: () => Services): AudienceRights {
  const may: AudienceRights['may'] = ({ roles }, entity, operation) =>
    current().catalog.rights(roles).may(entity, operation);
  return {
    may,
    mayRead(user, entity, states) {
      if (!may(user, entity, 'read')) return false;
      const rows = current().catalog.find(entity)?.model.access.rows;
      return !rows || !states || states.some((state) => matches(rows, state, { user }));
    },
    async mayReadRecord(user, entity, id) {
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
