import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A step of a page of the guide: an interaction or a picture. Names are those on the screen. */
export type Step =
  | { open: string }
  /** A button, link, tab, choice or row of this name. */
  | { click: string }
  /** An input by its label or placeholder. */
  | { fill: string; with: string }
  /** An option of a list of choices that opens, by the label of the list. */
  | { choose: string; from: string }
  | { press: string }
  /** Uploads a file by the picker that a button of this label opens. */
  | { upload: string; button: string }
  /** Waits for a text. */
  | { see: string }
  /** Resizes the viewport, e.g. to a phone's, in px. */
  | { width: number; height: number }
  | Picture;

export interface Picture {
  /** Name of the file in the folder `images` beside the page. */
  picture: string;
  /** Playwright selector of the element to photograph; default: the whole screen. */
  element?: string;
  /** Crops the picture to this size in px, from the top left. */
  width?: number;
  height?: number;
  /** Labels of the elements to highlight. */
  highlight?: string[];
}

/** The steps that take the pictures of a page: `<page>.steps.json` beside it. */
export interface GuideSteps {
  /** Language of the console; default: English. */
  language?: string;
  /** Viewport size in px. */
  width: number;
  height: number;
  steps: Step[];
}

export const GUIDE_DIR = 'docs/guide';
/** Folders of pages with pictures, each in its `images`. */
const PICTURED_FOLDERS = [GUIDE_DIR, 'docs'];

const STEPS_SUFFIX = '.steps.json';

/** Names of the pages of the guide. */
export const guidePages = (): string[] =>
  readdirSync(GUIDE_DIR)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => file.replace(/\.md$/, ''));

/** Languages of its translations, a folder each. */
export const guideLanguages = (): string[] =>
  readdirSync(GUIDE_DIR, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'images')
    .map(({ name }) => name);

/** A page with a steps file. */
export interface PicturedPage {
  name: string;
  folder: string;
}

/** All pages with steps, of the guide and of other documents. */
export const picturedPages = (): PicturedPage[] =>
  PICTURED_FOLDERS.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith(STEPS_SUFFIX))
      .map((file) => ({ name: file.slice(0, -STEPS_SUFFIX.length), folder })),
  );

export const imagesFolder = ({ folder }: Pick<PicturedPage, 'folder'>): string => join(folder, 'images');

export const readGuideSteps = (name: string, folder = GUIDE_DIR): GuideSteps =>
  JSON.parse(readFileSync(join(folder, `${name}${STEPS_SUFFIX}`), 'utf8')) as GuideSteps;

export const pictureSteps = ({ steps }: GuideSteps): Picture[] => steps.filter((step) => 'picture' in step);
