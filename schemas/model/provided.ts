import type { EntityModel } from './types.ts';

/** What generic code needs a record for, and which fields such a record has. An entity says with `provides` that it has it. */
export const REQUIRED_FIELDS_BY_ROLE = {
  /** The people who sign in: their names, and the rights of those on whose behalf a job works. */
  users: ['name'],
  /** What `{{name}}` stands for in texts. */
  placeholders: ['name', 'value'],
  /** Those whom texts are sent to: their fields with a `variable` stand for `{{name}}` too. */
  recipients: [],
  /** The workspace itself: whoever may change it may change what others share in it. */
  workspace: [],
  /** What people are told of what happened: whom, in which words, by which methods, and what it is about. */
  notifications: ['to', 'kind', 'text', 'link', 'entity', 'record', 'event', 'state', 'deliveryMethods'],
} as const satisfies Record<string, readonly string[]>;

export type EntityRole = keyof typeof REQUIRED_FIELDS_BY_ROLE;

/** The entity that provides it; undefined where the product has none. */
export const entityForRole = <Model extends Pick<EntityModel, 'provides'>>(
  entities: readonly Model[],
  what: EntityRole,
): Model | undefined => entities.find(({ provides }) => provides === what);
