import type { ComponentType } from 'react';

/** A ready-made value that a new one is copied from. */
export interface Starter {
  title: string;
  value: object;
}

export interface StarterSet {
  starters: Starter[];
  /** Preview of a value on a tile. */
  Drawing: ComponentType<{ value: object }>;
}

const starterSets = new Map<string, () => Promise<StarterSet>>();

/**
 * Registers the starters of the JSON fields that use a schema of `schemas/contents`.
 * @param content the schema's title
 * @param loadSet imports them with the first such field
 */
export const registerStarters = (content: string, loadSet: () => Promise<StarterSet>): void => {
  starterSets.set(content, loadSet);
};

export const findStarters = (content: string): (() => Promise<StarterSet>) | undefined =>
  starterSets.get(content);
