import type { Channel } from '../generated/types.ts';
import type { BodySummary } from '../messages/summarizeBody.ts';
import type { AnswerContent, Rendered, RenderContext } from '../messages/types.ts';

/** The types of channel that the schemas have, each a folder here. */
export type ChannelType = Channel['type'];

/** What a type of channel can do, from its `channel.json`; what is left out it cannot. */
export interface ChannelCapabilities {
  /** It shows rich menus. */
  richMenus?: boolean;
  /** What a person writes comes with a token for one answer. */
  replyTokens?: boolean;
  /** Hours after a person's last message within which the person can be written to; without it there is no end. */
  replyWindowHours?: number;
  /** It says how many people can still be sent to in the month. */
  quota?: boolean;
  /** One call sends the same messages to many people. */
  multicast?: boolean;
  /** One call sends the same messages to everybody who follows the channel. */
  broadcastToEveryone?: boolean;
  /** It says how many people got, opened and tapped a broadcast. */
  figures?: boolean;
  /** It says how many people follow the channel and how many block it, of a day that is over. */
  followerCounts?: boolean;
  /** It lists the people who follow the channel, those too who came before it was connected. */
  followerIds?: boolean;
  /** People add the channel and can block it: whoever writes follows it. */
  followState?: boolean;
  /** It says names and pictures of people when it is asked. */
  fetchesProfiles?: boolean;
  /** The console gives the channel an API key, with which both sides sign what they exchange. */
  hasOwnKey?: boolean;
  /** Chat ads lead to it. */
  chatAds?: boolean;
  /** People write on pages of the console's own. */
  chatPage?: boolean;
  /** It shows GIF pictures, not only JPEG and PNG. */
  animatedPictures?: boolean;
  /** Messages become JSON of the platform's own, which the bot's tester shows. */
  ownFormat?: boolean;
}

/** How much of a message the platform of a type takes, from its `channel.json`; what is left out, messages say. */
interface ChannelLimits {
  /** Characters of a text message. */
  text?: number;
  /** Actions of a column of a carousel. */
  columnActions?: number;
  /** Characters of the text of an option message. */
  optionText?: number;
  /** Actions of an option message. */
  optionActions?: number;
  /** Bytes of a picture, and of a preview image, that its platform fetches. */
  pictureBytes?: number;
  previewBytes?: number;
  /** Pixels that a picture of an image carousel, which is square, is wide. */
  squareWidth?: number;
}

/** A type of channel as schemas and messages know it: the content of its `channel.json`, and what a message becomes. */
export interface ChannelTypeSchema {
  /** As records hold it: `LINE`. */
  type: string;
  /** What it is called. */
  label: string;
  /** Its place among the types, the smallest first. */
  order: number;
  /** What a person is called until the platform tells a name; the end of the id follows. */
  personLabel: string;
  /** Fields of a channel that this type has beside those that all have. */
  fields: readonly string[];
  capabilities: ChannelCapabilities;
  limits?: ChannelLimits;
  /** Makes the bodies that its platform takes of an answer, and says what is not shown as it was written. */
  render(answer: AnswerContent, context: RenderContext): Rendered;
  /** Says what a body that `render` has made is, for the conversation and the figures that count it. */
  summarizeBody(body: Record<string, unknown>): BodySummary;
}
