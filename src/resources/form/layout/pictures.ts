import type { ComponentType } from 'react';

/** Props of a picture beside a form's step. Pictures add nothing that the step's text does not say. */
export interface StepPictureProps {
  /** Names of the focused fields. */
  highlighted: readonly string[];
}

export type StepPicture = ComponentType<StepPictureProps>;
type FindPicture = (name: string) => Promise<StepPicture | undefined>;

const finders: FindPicture[] = [];

/**
 * Registers a source of pictures for form steps, which name them (`picture`). They are loaded with the first one
 * drawn.
 */
export const registerPictures = (find: FindPicture): void => {
  finders.push(find);
};

/** Finds a picture by name; undefined when none is registered. */
export async function findPicture(name: string): Promise<StepPicture | undefined> {
  for (const find of finders) {
    const found = await find(name);
    if (found) return found;
  }
  return undefined;
}
