import type { SourceName } from './types/entity.ts';
import type { EntityModel } from './types.ts';

/** One source: what can be done with records that are there. */
export interface SourceTraits {
  /** For mistakes in schemas: why something has no effect there. */
  description: string;
  /** Records are made, changed and deleted one by one, by people and by code. */
  isWritable: boolean;
  /** Rows are stored for the entity; those of the others follow from what is stored elsewhere. */
  isStored: boolean;
}

/** Who needs to know something of a source asks this table. */
export const SOURCES: Readonly<Record<SourceName, SourceTraits>> = {
  table: { description: 'a table of its own', isWritable: true, isStored: true },
  events: { description: 'events, which are appended and never changed', isWritable: false, isStored: true },
  audit: {
    description: 'a view of what was done, which the services keep',
    isWritable: false,
    isStored: false,
  },
  jobs: {
    description: 'a view of background work, which the services keep',
    isWritable: false,
    isStored: false,
  },
};

/** Whether people and code make, change and delete records of the entity one by one. */
export const isWritten = ({ source }: Pick<EntityModel, 'source'>): boolean => SOURCES[source].isWritable;
