import type { SourceName } from './types/entity.ts';
import type { EntityModel } from './types.ts';

/** What can be done with records of a source. */
interface SourceTraits {
  /** For problems in schemas: why something has no effect there. */
  description: string;
  /** Records can be created, updated and deleted one by one, by people and by code. */
  writable: boolean;
  /** The entity has its own rows; otherwise records are views of other tables. */
  stored: boolean;
  /** Describes the past: lists may lag some seconds behind, as histories may. */
  historical?: true;
}

/** Traits of the sources; all code that depends on a source reads this table. */
export const SOURCES: Readonly<Record<SourceName, SourceTraits>> = {
  table: { description: 'a table of its own', writable: true, stored: true },
  events: { description: 'events, which are appended and never changed', writable: false, stored: true },
  audit: {
    description: 'a view of what was done, which the services keep',
    writable: false,
    stored: false,
    historical: true,
  },
  jobs: { description: 'a view of background work, which the services keep', writable: false, stored: false },
};

/** Whether records can be created, updated and deleted one by one. */
export const isWritable = ({ source }: Pick<EntityModel, 'source'>): boolean => SOURCES[source].writable;
