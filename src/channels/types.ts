import type { ReactNode } from 'react';
import type { StepPicture } from '../resources/form/layout/pictures.ts';
import type { ColorScheme } from '../theme/tokens.ts';
import type { MessageBody, PhoneDrawing } from './drawing.ts';

export type { ChannelType } from '../../schemas/channels/types.ts';

/** The icon of a channel type, beside names in lists, filters, pickers and charts. */
export interface ChannelMarkDefinition {
  /** One letter. */
  letter: string;
  /** Background of the letter, a CSS colour; the letter is white. */
  colour: Record<ColorScheme, string>;
}

/** Colours and shapes of a platform's app, as CSS values. They do not follow the console's theme. */
export interface PhoneSkin {
  ground: string;
  head: string;
  headInk: string;
  headLine: string;
  ink: string;
  muted: string;
  bubble: string;
  bubbleInk: string;
  bubbleShape: string;
  card: string;
  cardEdge: string;
  cardShape: string;
  line: string;
  link: string;
  /** Background of a button, where the platform draws buttons and not rows. */
  button: string;
  quick: string;
  quickInk: string;
  quickEdge: string;
  foot: string;
  footInk: string;
  field: string;
}

/** The icons around the text of a bar. */
export interface BarIcons {
  before: ReactNode;
  after: ReactNode;
}

/** How messages look on a phone in the platform's app. */
export interface PhoneDefinition {
  /** In light and in dark mode. */
  skin: Record<ColorScheme, PhoneSkin>;
  /** The bar with the sender's name. */
  head: BarIcons;
  /** The bar with the input. */
  foot: BarIcons & { placeholder: string };
  /** Whether buttons of a card have a background. */
  hasFilledButtons: boolean;
  /** Whether templates for all platforms are previewed on it; otherwise only those made for it are. */
  isPreviewedForAll: boolean;
  /** A sentence about how long quick replies are shown. */
  quickReplyNote: string;
  /** Draws the bodies that the type's `render` has created (`schemas`). */
  draw(bodies: MessageBody[]): PhoneDrawing;
}

/** Pictures beside the steps in which a channel is connected, by their names in `fields.json`. */
export type StepPictures = Readonly<Record<string, StepPicture>>;

/** The console's part of a channel type. Its label and capabilities are in `schemas`. */
export interface ChannelTypeView {
  /** The value in records: `LINE`. */
  type: string;
  mark: ChannelMarkDefinition;
  phone: PhoneDefinition;
  pictures?: StepPictures;
}
