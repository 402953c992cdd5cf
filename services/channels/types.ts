import type { ChannelType } from '../../schemas/channels/types.ts';
import type { Channel, Message } from '../../schemas/generated/types.ts';
import type { JsonObject } from '../../schemas/model/types.ts';
import type { Settings } from '../engine/settings/settings.ts';
import type { Database } from '../engine/storage/database.ts';
import type { Services } from '../engine/resources/services.ts';
import type { Parameters } from '../engine/storage/matchSql.ts';

/** The credentials of a channel, with its secrets decrypted. */
export type ChannelCredentials = Pick<
  Channel,
  'type' | 'channelId' | 'secret' | 'pageId' | 'token' | 'webhookUrl' | 'apiKey'
>;

/** A channel with its secrets decrypted. */
export type UnsealedChannel = Omit<ChannelCredentials, 'type'> & {
  id: string;
  type: ChannelType;
  name: string;
  active: boolean;
  verifyToken?: string;
  /** State of its webhook. */
  webhook?: Channel['webhook'];
};

/** A person's profile at a platform. */
export interface PlatformProfile {
  displayName?: string;
  pictureUrl?: string;
  /** As the platform returns it: `th`, `en-GB`. */
  language?: string;
}

/** An event of a channel, in the same format for all platforms. */
export interface InboundEvent {
  /** The platform's id of the event, by which, with the time, duplicates are recognised. */
  key: string;
  /** When it happened, by the platform's clock. */
  at: Date;
  /** The person's id on the channel. */
  person: string;
  /** Number of the caller, where visitors call themselves; conversations of one caller share its turns. */
  caller?: number;
  kind: 'message' | 'follow' | 'unfollow';
  type: Message['type'];
  /** AGENT: a message that a member of the team wrote elsewhere; the bot does not answer it. */
  source?: 'USER' | 'AGENT';
  /** The text of the message, or a description of its content. */
  text?: string;
  /** The payload of a tapped button: `action:<id>`. */
  payload?: string;
  /** The date or time chosen in a date picker. */
  picked?: string;
  /** Content other than text: a location, a file's id at the platform. */
  content?: JsonObject;
  /** LINE's token for one reply. */
  replyToken?: string;
  profile?: PlatformProfile;
}

/** Counts of ingested events, by outcome. */
export interface IngestResult {
  stored: number;
  /** Duplicates. */
  repeated: number;
  /** Rejected: too old, or from the future. */
  refused: number;
}

/** What caused a message, as recorded in its event. */
export type MessageOrigin = Partial<
  Pick<Message, 'template' | 'chatAd' | 'rule' | 'intent' | 'understood' | 'campaign' | 'handoff' | 'answer'>
> & {
  source: 'BOT' | 'AGENT' | 'BROADCAST';
};

/** The body of a message in the platform's format (`schemas/messages`). */
export type MessageBody = Record<string, unknown>;

/** Settings for outgoing calls: the platforms' base URLs, and which hosts webhooks may be on. */
export type OutboundSettings = Pick<Settings, 'addressOf' | 'host' | 'webhookNetworks'>;

/** One call to a platform. */
export interface SendRequest {
  outbound: OutboundSettings;
  channel: UnsealedChannel;
  /** The person's id on the channel. */
  person: string;
  /** The profile's id. */
  profile: string;
  /** Id of the whole answer, a UUID. */
  id: string;
  /** Idempotency key, the same on every retry of this call; platforms that support keys accept the call once. A UUID. */
  key: string;
  messages: MessageBody[];
  about: MessageOrigin;
  /** LINE's reply token and its expiry. */
  reply?: ReplyToken;
  /** This call was made before, and its outcome is unknown. */
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
      /** The platform's id of the request, where it returns one. */
      requestId?: string;
      /** Reasons of rejected messages by their index in the call, where the platform accepted the others. */
      refusedMessages?: ReadonlyMap<number, string>;
    }
  /** Rejected for now; retried after `retryAfterS` at the earliest. */
  | {
      state: 'later';
      note: string;
      retryAfterS?: number;
      /** It may have arrived all the same; then the next attempt has `isRetry`. */
      mayHaveArrived?: boolean;
      /** The reply token is invalid: send at once without it. */
      withoutReply?: boolean;
      /** A limit on the number of calls, which may last an hour. */
      isLimit?: boolean;
    }
  /** Rejected for good. */
  | {
      state: 'failed';
      note: string;
      isUnauthorised?: boolean;
      /** The messages of this call are at fault: later ones may be accepted. */
      isMessageFault?: boolean;
      /**
       * For a multicast that was rejected because of some people: their indexes in `people`, empty where the platform names
       * nobody. Absent where the messages or the sender are at fault.
       */
      refusedPeople?: readonly number[];
    }
  /** It is unknown whether the messages arrived. */
  | { state: 'unknown'; note: string };

/** One call to a platform that sends the same messages to many people. */
export interface MulticastRequest extends Pick<SendRequest, 'outbound' | 'channel' | 'key' | 'messages'> {
  /** Their ids on the channel, or everybody who follows it. */
  people: readonly string[] | 'everyone';
  /** LINE's aggregation unit: a name of at most 30 letters and digits, under which the figures of several calls are added up. */
  unit?: string;
}

/** Sends messages on one type of channel. */
export interface Sender {
  maxMessagesPerCall: number;
  /** The platform itself recognises a repeated call by its key, as LINE and the web chat do. */
  deduplicatesByKey?: true;
  /**
   * A repeated call with its key is delivered once. Otherwise a call with unknown outcome is recorded as such and never
   * repeated.
   */
  isRetrySafe: boolean;
  /** @param context the database, for messages that clients fetch from there */
  send(sending: SendRequest, context: { db: Database }): Promise<SendOutcome>;
  /** Sends the same messages to up to 500 people, where the platform has such a call. */
  multicast?(sending: MulticastRequest): Promise<SendOutcome>;
}

/** The result of testing a channel's credentials. */
export interface CredentialsCheck {
  credentials: 'missing' | 'works' | 'failed';
  /** The result for people: what works, or what is wrong and what to do about it. */
  credentialsNote: string;
  /** The result of the platform's own test of the webhook, where it has one. */
  webhookCheck?: WebhookCheck;
}

/** The result of checking a channel's webhook. */
export interface WebhookCheck {
  webhook: NonNullable<Channel['webhook']>;
  /** What is wrong and what to do about it. */
  webhookNote?: string;
}

/** The webhook of a type of channel: how its calls are verified and parsed. */
export interface InboundWebhook {
  /** The sender, for the description of the API: "LINE", "a custom channel". */
  source: string;
  /** Headers with the signature. */
  headers: readonly string[];
  /** @param channel undefined where there is none: the check then takes as long as for a wrong signature */
  verifySignature(
    channel: UnsealedChannel | undefined,
    raw: Buffer,
    header: (name: string) => string,
  ): boolean;
  /** @throws ApiError 422 where the sender can correct the errors */
  parseEvents(body: unknown, channel: UnsealedChannel): InboundEvent[];
  /** The body of the response once the events are stored. */
  answer(received: IngestResult): object | string;
  /** Answers the platform's verification request by GET; absent where it makes none. */
  handshake?: {
    describe: JsonObject;
    /** @returns the response as text; undefined for a caller other than the platform */
    answer(
      query: Readonly<Record<string, unknown>>,
      channel: UnsealedChannel | undefined,
    ): string | undefined;
  };
}

/** The maximum of calls of one kind that a broadcast makes on one channel, in any period of `perMs`. */
export interface RateLimit {
  calls: number;
  perMs: number;
  /** Shown for a broadcast that waits for this limit. */
  note: string;
}

/** A call to all followers, a multicast, a call for one person, a request of figures. */
export type CallKind = 'everyone' | 'many' | 'each' | 'figures';

/** A platform's monthly limit of recipients, and its use. LINE counts recipients of each call, not messages. */
export interface MonthlyQuota {
  limit: number;
  used: number;
}

/** The quota that a platform reports; `unknown` where it does not. */
export type QuotaResponse = MonthlyQuota | 'unlimited' | 'unknown';

/** The platform's own count of a channel's followers at the end of a day. */
export interface FollowerCount {
  /** The day in the platform's time zone: `2026-11-24`. */
  day: string;
  /** Followers who do not block the channel. */
  friends: number;
  blocked: number;
  /** Followers who can be targeted by age, region and the like; null where the platform does not report it. */
  targeted: number | null;
}

/** A page of a channel's followers. */
export type FollowerPage =
  | { people: string[]; next: string | undefined }
  /** The platform does not list them for this account; a sentence for people. */
  | { refused: string };

/** A broadcast whose figures are requested from its platform. */
export interface SentBroadcast {
  /** The platform's id of the request that sent it, where it was a single one. */
  request: string | null;
  /** The aggregation unit of several calls. */
  unit: string | null;
  begunAt: Date;
  /** Days of which figures are requested. */
  days: number;
}

/** The service side of a type of channel. Optional parts belong to capabilities of its `channel.json`. */
export interface ChannelService {
  /** As in records: `LINE`. */
  type: string;
  /** Its name in the address of its webhook: `/webhooks/{path}/{id}`. */
  path: string;
  inbound: InboundWebhook;
  sender: Sender;
  /** Whether the channel has credentials for calls to its platform. */
  hasCredentials(channel: Partial<ChannelCredentials>): boolean;
  /**
   * Tests the credentials at the platform, and whether the platform sends what people write.
   * @param options.repair renews a lost subscription; nothing else is changed at the platform
   * @throws UpstreamUnavailableError
   */
  testCredentials(
    channel: ChannelCredentials,
    outbound: OutboundSettings,
    options: { repair: boolean },
  ): Promise<CredentialsCheck>;
  /** The URL that receives messages, for the circuit breaker; undefined where none is called. */
  destinationUrl(sending: Pick<SendRequest, 'channel' | 'person' | 'outbound'>): string | undefined;
  /** Limits of the calls of a broadcast; absent kinds are unlimited. */
  rateLimits: Partial<Record<CallKind, RateLimit>>;
  /** With `fetchesProfiles`. @throws UpstreamUnavailableError where a retry may help */
  fetchProfile?(
    channel: UnsealedChannel,
    person: string,
    outbound: OutboundSettings,
  ): Promise<PlatformProfile | undefined>;
  /** With `quota`. */
  fetchQuota?(channel: UnsealedChannel, outbound: OutboundSettings): Promise<QuotaResponse>;
  /** With `figures`: counts by name; undefined where the platform reports none. */
  fetchFigures?(
    channel: UnsealedChannel,
    broadcast: SentBroadcast,
    outbound: OutboundSettings,
  ): Promise<Record<string, number> | undefined>;
  /** With `followerCounts`. */
  fetchFollowerCount?: {
    /** The last day with a count. */
    lastDay(now: Date): string;
    /** @returns undefined where the platform has not counted it yet. @throws UpstreamUnavailableError */
    fetch(
      channel: UnsealedChannel,
      day: string,
      outbound: OutboundSettings,
    ): Promise<FollowerCount | undefined>;
  };
  /**
   * With `followerIds`. @param start `next` of the previous page; undefined for the first one
   * @throws UpstreamUnavailableError where a retry may help
   */
  fetchFollowerIds?(
    channel: UnsealedChannel,
    start: string | undefined,
    outbound: OutboundSettings,
  ): Promise<FollowerPage>;
  /** SQL condition for profiles whose conversation has ended, who cannot receive messages; absent where none ends. */
  endedConversationSql?(services: Pick<Services, 'catalog'>, channel: string, values: Parameters): string;
}
