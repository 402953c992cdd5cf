import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One thing that is done, or photographed, on the way through a page of the guide; names are those on the screen. */
export type Step =
  | { open: string }
  /** A button, link, tab, choice or row of this name. */
  | { click: string }
  /** An input by its label or placeholder. */
  | { fill: string; with: string }
  /** An option of a list of choices that opens, by the label of the list. */
  | { choose: string; from: string }
  | { press: string }
  /** Gives a file to the picker that a button opens. */
  | { upload: string; by: string }
  /** Waits for a text. */
  | { see: string }
  /** Makes the window another one's, such as a phone's, in pixels. */
  | { width: number; height: number }
  | Picture;

export interface Picture {
  /** Name of the file in the folder `images` beside the page. */
  picture: string;
  /** The part of the screen that it shows, as Playwright selects it; the whole screen without. */
  of?: string;
  /** How much of it is enough, from its top left corner, in pixels. */
  width?: number;
  height?: number;
  /** What is marked in it, by its name. */
  mark?: string[];
}

/** How the pictures of one page come about: `<page>.steps.json` beside it. */
export interface GuideSteps {
  /** Of the screens; English without. */
  language?: string;
  /** Of the window, in pixels. */
  width: number;
  height: number;
  steps: Step[];
}

export const GUIDE_DIR = 'docs/guide';
/** Folders of pages with pictures, each in its `images`. */
const FOLDERS = [GUIDE_DIR, 'docs'];

const STEPS = '.steps.json';

/** The pages of the guide by their names. */
export const guidePages = (): string[] =>
  readdirSync(GUIDE_DIR)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => file.replace(/\.md$/, ''));

/** The other languages that it is written in: a folder each. */
export const guideLanguages = (): string[] =>
  readdirSync(GUIDE_DIR, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'images')
    .map(({ name }) => name);

/** A page whose pictures are taken by steps. */
export interface PicturedPage {
  name: string;
  folder: string;
}

/** Every page that has steps: those of the guide, and others of the documents. */
export const picturedPages = (): PicturedPage[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith(STEPS))
      .map((file) => ({ name: file.slice(0, -STEPS.length), folder })),
  );

export const imagesOf = ({ folder }: Pick<PicturedPage, 'folder'>): string => join(folder, 'images');

export const stepsOf = (name: string, folder = GUIDE_DIR): GuideSteps =>
  JSON.parse(readFileSync(join(folder, `${name}${STEPS}`), 'utf8')) as GuideSteps;

export const picturesOf = ({ steps }: GuideSteps): Picture[] => steps.filter((step) => 'picture' in step);
