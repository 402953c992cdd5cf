import type { ComponentType } from 'react';

/** A finished value to begin with. */
export interface Starter {
  title: string;
  value: object;
}

/** What a field of JSON may begin with. */
export interface StarterSet {
  starters: Starter[];
  /** Draws what a value looks like, on a tile. */
  Drawing: ComponentType<{ value: object }>;
}

const sets = new Map<string, () => Promise<StarterSet>>();

/**
 * Offers values to begin with, for the fields whose JSON keeps to a schema of `schemas/contents`.
 * @param content the schema's title, @param load fetches them with the first such field
 */
export const registerStarters = (content: string, load: () => Promise<StarterSet>): void => {
  sets.set(content, load);
};

export const startersOf = (content: string): (() => Promise<StarterSet>) | undefined => sets.get(content);
