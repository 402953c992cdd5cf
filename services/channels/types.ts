import type { ChannelType } from '../../schemas/channels/types.ts';
import type { Channel, Message } from '../../schemas/generated/types.ts';
import type { JsonObject } from '../../schemas/model/types.ts';
import type { Settings } from '../engine/settings/settings.ts';
import type { Database } from '../engine/storage/database.ts';
import type { Services } from '../engine/resources/services.ts';
import type { Parameters } from '../engine/storage/matchSql.ts';

/** What a channel is asked with, its secrets in the clear. */
export type ChannelCredentials = Pick<
  Channel,
  'type' | 'channelId' | 'secret' | 'pageId' | 'token' | 'webhookUrl' | 'apiKey'
>;

/** A channel with its secrets in the clear. */
export type UnsealedChannel = Omit<ChannelCredentials, 'type'> & {
  id: string;
  type: ChannelType;
  name: string;
  active: boolean;
  verifyToken?: string;
  /** What is known of what comes in. */
  webhook?: Channel['webhook'];
};

/** What a platform says of a person beside the id. */
export interface PlatformProfile {
  displayName?: string;
  pictureUrl?: string;
  /** As the platform says it: `th`, `en-GB`. */
  language?: string;
}

/** Something that happened on a channel, in the same words for all platforms. */
export interface InboundEvent {
  /** The platform's id of it: with the time, the same once more is the same event. */
  key: string;
  /** When it happened, by the platform's clock. */
  at: Date;
  /** The person's id on the channel. */
  person: string;
  /** Number of who called with it, where people call themselves; the conversations of one caller share its turns. */
  caller?: number;
  kind: 'message' | 'follow' | 'unfollow';
  type: Message['type'];
  /** AGENT: what a member of the team said elsewhere; the bot leaves it alone. */
  source?: 'USER' | 'AGENT';
  /** What was written, or words that stand for it. */
  text?: string;
  /** What a tap sends back: `action:<id>`. */
  payload?: string;
  /** What was chosen in a date picker. */
  picked?: string;
  /** What is no text: a place, a file's id at the platform. */
  content?: JsonObject;
  /** LINE's token for one answer. */
  replyToken?: string;
  profile?: PlatformProfile;
}

/** What became of events that came in. */
export interface IngestResult {
  stored: number;
  /** Came before. */
  repeated: number;
  /** Could not be taken: too old, or from the future. */
  refused: number;
}

/** Why a message is sent, as its event tells it. */
export type MessageOrigin = Partial<
  Pick<Message, 'template' | 'chatAd' | 'rule' | 'intent' | 'understood' | 'campaign' | 'handoff' | 'answer'>
> & {
  source: 'BOT' | 'AGENT' | 'BROADCAST';
};

/** A body of a message as the platform takes it (`schemas/messages`). */
export type MessageBody = Record<string, unknown>;

/** Settings for outgoing calls: the platforms' base URLs, and which hosts webhooks may be on. */
export type OutboundSettings = Pick<Settings, 'addressOf' | 'host' | 'webhookNetworks'>;

/** One call to a platform. */
export interface SendRequest {
  outbound: OutboundSettings;
  channel: UnsealedChannel;
  /** The person's id on the channel. */
  person: string;
  /** The profile's. */
  profile: string;
  /** Of the whole answer, a UUID. */
  id: string;
  /** The same on every try of this call and of no other: the platform takes it once, where it takes keys. A UUID. */
  key: string;
  messages: MessageBody[];
  about: MessageOrigin;
  /** LINE's reply token and until when it is good. */
  reply?: ReplyToken;
  /** This call was begun before, and what came of it is not known. */
  isRetry: boolean;
  /** When the person last wrote. */
  lastInbound?: Date;
}

export interface ReplyToken {
  token: string;
  /** ISO 8601. */
  until: string;
}

export type SendOutcome =
  | {
      state: 'sent';
      /** What the platform calls it, where it tells. */
      requestId?: string;
      /** Messages of the call that the platform refused, by their place in it, while it took the others. */
      refusedMessages?: ReadonlyMap<number, string>;
    }
  /** Not taken for now; tried again, at the earliest after so many seconds. */
  | {
      state: 'later';
      note: string;
      retryAfterS?: number;
      /** It may have arrived all the same; the next try is told so. */
      mayHaveArrived?: boolean;
      /** The reply token is of no use: sent at once without it. */
      withoutReply?: boolean;
      /** A limit on the number of calls, which may last an hour. */
      isLimit?: boolean;
    }
  /** Refused for good. */
  | {
      state: 'failed';
      note: string;
      isUnauthorised?: boolean;
      /** The fault is in what this call sends: what follows it may be taken. */
      isMessageFault?: boolean;
      /**
       * Of a call to many that was refused for some of its people: their places in `people`, none where the platform
       * does not say whose. Absent where what was sent is at fault, or who sends.
       */
      refusedPeople?: readonly number[];
    }
  /** Nobody knows whether it arrived. */
  | { state: 'unknown'; note: string };

/** One call to a platform that reaches many people with the same. */
export interface MulticastRequest extends Pick<SendRequest, 'outbound' | 'channel' | 'key' | 'messages'> {
  /** Their ids on the channel, or everybody who follows it. */
  people: readonly string[] | 'everyone';
  /** A name of at most 30 letters and figures, under which the platform counts what becomes of several calls together. */
  unit?: string;
}

/** How messages go out on one type of channel. */
export interface Sender {
  /** Messages that one call takes. */
  maxMessagesPerCall: number;
  /** The platform itself knows a call that is made again with its key, as LINE and the web chat do. */
  deduplicatesByKey?: true;
  /**
   * A call that is made again with its key arrives once. Where that is not so, a call whose outcome is not known is
   * noted and never repeated.
   */
  isRetrySafe: boolean;
  /** @param around where messages are stored that are asked for */
  send(sending: SendRequest, around: { db: Database }): Promise<SendOutcome>;
  /** The same to many at once, up to 500, where the platform has such a call. */
  multicast?(sending: MulticastRequest): Promise<SendOutcome>;
}

/** What a test of a channel's credentials has found. */
export interface CredentialsCheck {
  credentials: 'missing' | 'works' | 'failed';
  /** What was found, or what is wrong and what to do about it. */
  credentialsNote: string;
  /** What the platform found when it called the channel's webhook; absent where it was not asked, or does not say. */
  webhookCheck?: WebhookCheck;
}

/** What was found of a channel's webhook. */
export interface WebhookCheck {
  webhook: NonNullable<Channel['webhook']>;
  /** What is wrong and what to do about it. */
  webhookNote?: string;
}

/** What a platform sends: how its calls are told from those of others, and read. */
export interface InboundWebhook {
  /** Who writes there, for the description of the API: "LINE", "a custom channel". */
  source: string;
  /** Headers that sign a call. */
  headers: readonly string[];
  /** @param channel undefined where there is none: the check then takes as long as for a wrong signature */
  verifySignature(
    channel: UnsealedChannel | undefined,
    raw: Buffer,
    header: (name: string) => string,
  ): boolean;
  /** @throws ApiError 422 where the sender can mend what is wrong */
  parseEvents(body: unknown, channel: UnsealedChannel): InboundEvent[];
  /** The body of the response once the events are stored. */
  answer(received: IngestResult): object | string;
  /** Answers the platform's question by GET whether the address is the channel's; absent where it asks none. */
  handshake?: {
    describe: JsonObject;
    /** @returns what is answered as text; undefined for whoever is not the platform */
    answer(
      query: Readonly<Record<string, unknown>>,
      channel: UnsealedChannel | undefined,
    ): string | undefined;
  };
}

/** Calls of one kind that a broadcast makes on one channel, at most, in any stretch of so many milliseconds. */
export interface RateLimit {
  calls: number;
  perMs: number;
  /** What is told of a broadcast that waits for it. */
  note: string;
}

/** The call that reaches everybody, one for many, one for each person, and a question about figures. */
export type CallKind = 'everyone' | 'many' | 'each' | 'figures';

/** How many people a platform lets be sent to in a month, each time anew, and how many it let. LINE counts no messages. */
export interface MonthlyQuota {
  limit: number;
  used: number;
}

/** What a platform says of its month; `unknown` where it does not say whether there is a limit. */
export type QuotaResponse = MonthlyQuota | 'unlimited' | 'unknown';

/** How many people follow a channel by its platform's own count, of a day that is over. */
export interface FollowerCount {
  /** The day on the platform's clock: `2026-11-24`. */
  day: string;
  /** Who can be sent to: they follow the channel and do not block it. */
  friends: number;
  blocked: number;
  /** Whom the platform could choose by age, region and the like; null where it does not say. */
  targeted: number | null;
}

/** A page of the people who follow a channel. */
export type FollowerPage =
  | { people: string[]; next: string | undefined }
  /** The platform does not list them for this account; a sentence for people. */
  | { refused: string };

/** A broadcast that a platform is asked about. */
export interface SentBroadcast {
  /** What the platform calls the one call that sent it. */
  request: string | null;
  /** The name under which it counts several calls together. */
  unit: string | null;
  begunAt: Date;
  /** Days for which the platform is asked. */
  days: number;
}

/** A type of channel as the services know it. What only some types have goes with a capability of its `channel.json`. */
export interface ChannelService {
  /** As records hold it: `LINE`. */
  type: string;
  /** Its name in the address of its webhook: `/webhooks/{path}/{id}`. */
  path: string;
  inbound: InboundWebhook;
  sender: Sender;
  /** Whether there is anything that its platform could be asked with. */
  hasCredentials(channel: Partial<ChannelCredentials>): boolean;
  /**
   * Asks the platform whether what is stored lets the console in, and whether it tells what people write.
   * @param repair whether a subscription that was lost is made again; nothing else is changed there
   * @throws UpstreamUnavailableError
   */
  testCredentials(
    channel: ChannelCredentials,
    outbound: OutboundSettings,
    options: { repair: boolean },
  ): Promise<CredentialsCheck>;
  /** Address of whoever takes the messages, which is left alone while it is slow; undefined where nobody is called. */
  destinationUrl(sending: Pick<SendRequest, 'channel' | 'person' | 'outbound'>): string | undefined;
  /** How many calls a broadcast may make; kinds that are left out are unlimited. */
  rateLimits: Partial<Record<CallKind, RateLimit>>;
  /** With `fetchesProfiles`. @throws UpstreamUnavailableError where it may answer later */
  fetchProfile?(
    channel: UnsealedChannel,
    person: string,
    outbound: OutboundSettings,
  ): Promise<PlatformProfile | undefined>;
  /** With `quota`. */
  fetchQuota?(channel: UnsealedChannel, outbound: OutboundSettings): Promise<QuotaResponse>;
  /** With `figures`: counts by name; undefined where the platform does not say. */
  fetchFigures?(
    channel: UnsealedChannel,
    broadcast: SentBroadcast,
    outbound: OutboundSettings,
  ): Promise<Record<string, number> | undefined>;
  /** With `followerCounts`. */
  fetchFollowerCount?: {
    /** The last day of which the platform may be asked. */
    lastDay(now: Date): string;
    /** @returns undefined where the platform has not counted it yet. @throws UpstreamUnavailableError */
    fetch(
      channel: UnsealedChannel,
      day: string,
      outbound: OutboundSettings,
    ): Promise<FollowerCount | undefined>;
  };
  /**
   * With `followerIds`. @param start what the page before said is next; undefined for the first one, and where the
   * platform no longer knows it. @throws UpstreamUnavailableError where it may answer later
   */
  fetchFollowerIds?(
    channel: UnsealedChannel,
    start: string | undefined,
    outbound: OutboundSettings,
  ): Promise<FollowerPage>;
  /** SQL condition on profiles whose conversation is over, so that nothing reaches them; absent where none ends. */
  endedConversationSql?(services: Pick<Services, 'catalog'>, channel: string, values: Parameters): string;
}
