import type { FoundEntity, StoredRecord } from './types.ts';

/** A mapper that may answer, with its entities that were found and that are missing. */
export interface Candidate {
  mapper: StoredRecord<'mapper'>;
  /** Ids of its entities that were found. */
  found: string[];
  missing: string[];
  /** The question for the next missing entity. */
  question?: NonNullable<StoredRecord<'mapper'>['questions']>[number];
}

export function toCandidate(mapper: StoredRecord<'mapper'>, entities: readonly FoundEntity[]): Candidate {
  const foundIds = new Set(entities.map(({ id }) => id));
  const { entities: entityIds = [], questions = [] } = mapper;
  return {
    mapper,
    found: entityIds.filter((id) => foundIds.has(id)),
    missing: entityIds.filter((id) => !foundIds.has(id)),
    question: questions.find(({ entity }) => !foundIds.has(entity)),
  };
}

/** Chooses the mapper with the most found entities; among equals with the fewest missing, then without a question. */
export function findMostSpecific(
  mappers: readonly StoredRecord<'mapper'>[],
  entities: readonly FoundEntity[],
): Candidate | undefined {
  return mappers
    .map((mapper) => toCandidate(mapper, entities))
    .sort(
      (a, b) =>
        b.found.length - a.found.length ||
        a.missing.length - b.missing.length ||
        Number(a.question !== undefined) - Number(b.question !== undefined) ||
        (a.mapper.id < b.mapper.id ? -1 : 1),
    )[0];
}
