import type { FoundEntity, StoredRecord } from './types.ts';

/** A mapper that may answer, with the entities found and missing. */
export interface Candidate {
  mapper: StoredRecord<'mapper'>;
  /** Ids of its entities that were found. */
  found: string[];
  missing: string[];
  /** The question for the next missing entity. */
  ask?: NonNullable<StoredRecord<'mapper'>['questions']>[number];
}

export function toCandidate(mapper: StoredRecord<'mapper'>, entities: readonly FoundEntity[]): Candidate {
  const has = new Set(entities.map(({ id }) => id));
  const { entities: own = [], questions = [] } = mapper;
  return {
    mapper,
    found: own.filter((id) => has.has(id)),
    missing: own.filter((id) => !has.has(id)),
    ask: questions.find(({ entity }) => !has.has(entity)),
  };
}

/** Chooses the mapper with the most found entities; among equals with the fewest missing, then without a question. */
export function mostSpecific(
  mappers: readonly StoredRecord<'mapper'>[],
  entities: readonly FoundEntity[],
): Candidate | undefined {
  return mappers
    .map((mapper) => toCandidate(mapper, entities))
    .sort(
      (a, b) =>
        b.found.length - a.found.length ||
        a.missing.length - b.missing.length ||
        Number(a.ask !== undefined) - Number(b.ask !== undefined) ||
        (a.mapper.id < b.mapper.id ? -1 : 1),
    )[0];
}
