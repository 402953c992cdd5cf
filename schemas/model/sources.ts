import type { SourceName } from './types/entity.ts';
import type { EntityModel } from './types.ts';

/** One source: what can be done with records that are there. */
interface SourceTraits {
  /** For mistakes in schemas: why something has no effect there. */
  called: string;
  /** Records are made, changed and deleted one by one, by people and by code. */
  written: boolean;
  /** Rows are stored for the entity; those of the others follow from what is stored elsewhere. */
  stored: boolean;
  /** It tells of what was done: lists of it may be some seconds old, as histories are. */
  past?: true;
}

/** Who needs to know something of a source asks this table. */
export const SOURCES: Readonly<Record<SourceName, SourceTraits>> = {
  table: { called: 'a table of its own', written: true, stored: true },
  events: { called: 'events, which are appended and never changed', written: false, stored: true },
  audit: {
    called: 'a view of what was done, which the services keep',
    written: false,
    stored: false,
    past: true,
  },
  jobs: { called: 'a view of background work, which the services keep', written: false, stored: false },
};

/** Whether people and code make, change and delete records of the entity one by one. */
export const isWritten = ({ source }: Pick<EntityModel, 'source'>): boolean => SOURCES[source].written;
