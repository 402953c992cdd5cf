import type { EntityModel } from './types.ts';

/**
 * Roles that generic code needs an entity for, and the fields that such an entity must have. A schema claims a role
 * with `provides`.
 */
export const REQUIRED_FIELDS_BY_ROLE = {
  /** People who sign in; jobs run with their rights. */
  users: ['name'],
  /** Variables of texts: `{{name}}`. */
  placeholders: ['name', 'value'],
  /** People who are sent texts: their fields with a `variable` fill `{{name}}` too. */
  recipients: [],
  /** The workspace: people who may change it may change shared things, such as views of lists. */
  workspace: [],
  /** Notifications to people. */
  notifications: ['to', 'kind', 'text', 'link', 'entity', 'record', 'event', 'state', 'deliveryMethods'],
} as const satisfies Record<string, readonly string[]>;

export type EntityRole = keyof typeof REQUIRED_FIELDS_BY_ROLE;

/** The entity with a role; undefined where the product has none. */
export const entityForRole = <Model extends Pick<EntityModel, 'provides'>>(
  entities: readonly Model[],
  role: EntityRole,
): Model | undefined => entities.find(({ provides }) => provides === role);
