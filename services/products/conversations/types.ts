import type { ChannelType } from '../../../schemas/channels/types.ts';
import type { Message } from '../../../schemas/generated/types.ts';
import type { JsonObject } from '../../../schemas/model/types.ts';
import type { Settings } from '../../engine/settings/settings.ts';
import type { Database } from '../../engine/storage/database.ts';
import type { OpenChannel } from '../../channels/credentials.ts';

/** A channel with its secrets in the clear. */
export type LiveChannel = Omit<OpenChannel, 'type'> & {
  id: string;
  type: ChannelType;
  name: string;
  active: boolean;
  verifyToken?: string;
};

/** What a platform tells of a person beside the id. */
export interface Told {
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
  told?: Told;
}

/** What became of events that came in. */
export interface Received {
  stored: number;
  /** Came before. */
  repeated: number;
  /** Could not be taken: too old, or from the future. */
  refused: number;
}

/** Why a message is sent, as its event tells it. */
export type About = Partial<
  Pick<Message, 'template' | 'chatAd' | 'rule' | 'intent' | 'campaign' | 'handoff' | 'answer'>
> & {
  source: 'BOT' | 'AGENT' | 'BROADCAST';
};

/** A body of a message as the platform takes it (`schemas/messages`). */
export type Body = Record<string, unknown>;

/** One call to a platform. */
export interface Sending {
  /** Where the platforms are, and which others may be called. */
  addresses: Pick<Settings, 'lineApiUrl' | 'graphApiUrl' | 'host' | 'webhookNetworks'>;
  channel: LiveChannel;
  /** The person's id on the channel. */
  person: string;
  /** The profile's. */
  profile: string;
  /** Of the whole answer, a UUID. */
  id: string;
  /** The same on every try of this call and of no other: the platform takes it once, where it takes keys. A UUID. */
  key: string;
  messages: Body[];
  about: About;
  /** LINE's reply token and until when it is good. */
  reply?: Reply;
  /** This call was begun before, and what came of it is not known. */
  again: boolean;
  /** When the person last wrote. */
  lastInbound?: Date;
}

export interface Reply {
  token: string;
  /** ISO 8601. */
  until: string;
}

export type Outcome =
  | {
      state: 'sent';
      /** What the platform calls it, where it tells. */
      request?: string;
      /** Messages of the call that the platform refused, by their place in it, while it took the others. */
      refusedMessages?: ReadonlyMap<number, string>;
    }
  /** Not taken for now; tried again, at the earliest after so many seconds. */
  | {
      state: 'later';
      note: string;
      after?: number;
      /** It may have arrived all the same; the next try is told so. */
      begun?: boolean;
      /** The reply token is of no use: sent at once without it. */
      withoutReply?: boolean;
      /** A limit on the number of calls, which may last an hour. */
      isLimit?: boolean;
    }
  /** Refused for good. */
  | {
      state: 'failed';
      note: string;
      unauthorised?: boolean;
      /** The fault is in what this call sends: what follows it may be taken. */
      onlyThis?: boolean;
      /**
       * Of a call to many that was refused for some of its people: their places in `people`, none where the platform
       * does not say whose. Absent where what was sent is at fault, or who sends.
       */
      refusedPeople?: readonly number[];
    }
  /** Nobody knows whether it arrived. */
  | { state: 'unknown'; note: string };

/** One call to a platform that reaches many people with the same. */
export interface ManySending extends Pick<Sending, 'addresses' | 'channel' | 'key' | 'messages'> {
  /** Their ids on the channel, or everybody who follows it. */
  people: readonly string[] | 'everyone';
  /** A name of at most 30 letters and figures, under which the platform counts what becomes of several calls together. */
  unit?: string;
}

/** How messages go out on one type of channel. */
export interface Sender {
  /** Messages that one call takes. */
  perCall: number;
  /** The platform itself knows a call that is made again with its key, as LINE and the web chat do. */
  keeps?: true;
  /**
   * A call that is made again with its key arrives once. Where that is not so, a call whose outcome is not known is
   * noted and never repeated.
   */
  repeatable: boolean;
  /** @param around where messages are stored that are asked for */
  send(sending: Sending, around: { db: Database }): Promise<Outcome>;
  /** The same to many at once, up to 500, where the platform has such a call. */
  sendMany?(sending: ManySending): Promise<Outcome>;
}
