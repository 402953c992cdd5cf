import type { ComponentType } from 'react';

/** What is drawn beside a step of a form. It says nothing that the step does not say in words. */
export interface StepPictureProps {
  /** Names of the fields that the person is at. */
  marked: readonly string[];
}

export type StepPicture = ComponentType<StepPictureProps>;
type FindPicture = (name: string) => Promise<StepPicture | undefined>;

const sources: FindPicture[] = [];

/** Adds pictures for the steps of forms, which name them (`picture`). They are fetched when the first one is drawn. */
export const registerPictures = (find: FindPicture): void => {
  sources.push(find);
};

/** The picture of a name; undefined for one that nobody has registered. */
export async function findPicture(name: string): Promise<StepPicture | undefined> {
  for (const find of sources) {
    const found = await find(name);
    if (found) return found;
  }
  return undefined;
}
