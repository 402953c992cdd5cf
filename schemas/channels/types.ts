import type { Channel } from '../generated/types.ts';
import type { BodySummary } from '../messages/summarizeBody.ts';
import type { AnswerContent, Rendered, RenderContext } from '../messages/types.ts';

/** The types of channel that the schemas have, each a folder here. */
export type ChannelType = Channel['type'];

/** Capabilities of a channel type, from its `channel.json`; absent ones are missing. */
export interface ChannelCapabilities {
  /** It shows rich menus. */
  richMenus?: boolean;
  /** Incoming messages have a reply token for one answer. */
  replyTokens?: boolean;
  /** Hours after a person's last message within which they can be written to; absent without a limit. */
  replyWindowHours?: number;
  /** Reports the remaining monthly quota. */
  quota?: boolean;
  /** One call sends the same messages to many people. */
  multicast?: boolean;
  /** One call sends the same messages to everybody who follows the channel. */
  broadcastToEveryone?: boolean;
  /** Reports deliveries, opens and taps of a broadcast. */
  figures?: boolean;
  /** Reports followers and blocks, per past day. */
  followerCounts?: boolean;
  /** Lists its followers, those from before it was connected included. */
  followerIds?: boolean;
  /** People add the channel and can block it: whoever writes follows it. */
  followState?: boolean;
  /** Profiles (name, picture) can be fetched. */
  fetchesProfiles?: boolean;
  /** The console issues an API key, with which both sides sign requests. */
  hasOwnKey?: boolean;
  /** Chat ads lead to it. */
  chatAds?: boolean;
  /** People write on a chat page of the console's. */
  chatPage?: boolean;
  /** It shows GIF pictures, not only JPEG and PNG. */
  animatedPictures?: boolean;
  /** Has its own message format, which the bot's tester shows. */
  ownFormat?: boolean;
}

/** Limits of the platform, from its `channel.json`; absent ones come from the message schemas. */
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
  /** A person's name until the platform provides one; followed by the end of the id. */
  personLabel: string;
  /** Fields of this type's channels besides the common ones. */
  fields: readonly string[];
  capabilities: ChannelCapabilities;
  limits?: ChannelLimits;
  /** Renders an answer to the platform's message bodies, and reports what is not shown as written. */
  render(answer: AnswerContent, context: RenderContext): Rendered;
  /** Summarizes a body made by `render`, for conversations and statistics. */
  summarizeBody(body: Record<string, unknown>): BodySummary;
}
