import type { ReactNode } from 'react';
import type { StepPicture } from '../resources/form/layout/pictures.ts';
import type { ColorScheme } from '../theme/tokens.ts';
import type { MessageBody, PhoneDrawing } from './drawing.ts';

export type { ChannelType } from '../../schemas/channels/types.ts';

/** The small sign of a type of channel, which stands beside names in lists, filters, pickers and charts. */
export interface ChannelMarkDefinition {
  /** One letter. */
  letter: string;
  /** Ground of the letter, a CSS colour; the letter is white. */
  colour: Record<ColorScheme, string>;
}

/** Colours and shapes of a platform's own screen, as CSS values. They do not follow the console's theme. */
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
  /** Ground of a button, where the platform draws buttons and not rows. */
  button: string;
  quick: string;
  quickInk: string;
  quickEdge: string;
  foot: string;
  footInk: string;
  field: string;
}

/** What stands around the text of a bar. */
export interface BarIcons {
  before: ReactNode;
  after: ReactNode;
}

/** How messages look on a phone of somebody who uses the platform. */
export interface PhoneDefinition {
  /** In a light chat and in a dark one. */
  skin: Record<ColorScheme, PhoneSkin>;
  /** The bar with the sender's name. */
  head: BarIcons;
  /** The bar in which people write. */
  foot: BarIcons & { placeholder: string };
  /** Buttons of a card have a ground of their own. */
  hasFilledButtons: boolean;
  /**
   * Whether templates for all platforms are previewed on it. Where it is false, only those that are made for it are.
   */
  isPreviewedForAll: boolean;
  /** One sentence that says how long quick replies are shown. */
  quickReplyNote: string;
  /** What people see of the bodies that the type's `render` has made (`schemas`). */
  draw(bodies: MessageBody[]): PhoneDrawing;
}

/** What stands beside the steps in which a channel is connected, by the names that its `fields.json` says. */
export type StepPictures = Readonly<Record<string, StepPicture>>;

/** The console's side of a type of channel. What it is called and what it can do is said by `schemas`. */
export interface ChannelTypeView {
  /** As records hold it: `LINE`. */
  type: string;
  mark: ChannelMarkDefinition;
  phone: PhoneDefinition;
  pictures?: StepPictures;
}
