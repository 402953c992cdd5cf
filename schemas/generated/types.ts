/**
 * One type per entity and per definition, made from the schemas by `npm run generate`: change those, not this file.
 * Bookkeeping fields (`id`, `version`…) are in `EntityRecord`.
 */
/**
 * Sends a text as the person.
 */
export interface MessageAction {
  type: 'message';
  id?: string;
  label: string;
  text: string;
}

/**
 * Opens a web page.
 */
export interface UriAction {
  type: 'uri';
  id?: string;
  label: string;
  uri: string;
  /**
   * Web chat opens it in a dialog, Facebook in a web view. LINE ignores it.
   */
  isPopover?: boolean;
}

/**
 * Calls a phone number.
 */
export interface CallAction {
  type: 'call_action';
  id?: string;
  label: string;
  phoneNumber: string;
}

/**
 * Answers with another template.
 */
export interface TemplateAction {
  type: 'template_action';
  id?: string;
  label: string;
  templateName: string;
}

/**
 * Opens the camera. LINE quick replies only.
 */
export interface CameraAction {
  type: 'camera';
  id?: string;
  label: string;
}

/**
 * Asks for a date or a time.
 */
export interface DatetimepickerAction {
  type: 'datetimepicker';
  id?: string;
  label: string;
  mode: 'date' | 'time' | 'datetime';
}

/**
 * Asks for a location. LINE quick replies only.
 */
export interface LocationAction {
  type: 'location';
  id?: string;
  label: string;
}

/**
 * Starts an action of a flow.
 */
export interface FlowAction {
  type: 'flow_action';
  id?: string;
  label: string;
  flow: string;
  flowAction: string;
}

/**
 * What happens when a person taps.
 */
export type Action =
  | MessageAction
  | UriAction
  | CallAction
  | TemplateAction
  | CameraAction
  | DatetimepickerAction
  | LocationAction
  | FlowAction;

export interface ChannelCondition {
  field: 'channel';
  is: 'any' | 'none';
  /**
   * @minItems 1
   * @maxItems 50
   */
  channels: string[];
}

export interface TagCondition {
  field: 'tag';
  is: 'any' | 'every' | 'none';
  /**
   * @minItems 1
   * @maxItems 50
   */
  tags: string[];
}

export interface CustomFieldCondition {
  field: 'custom-field';
  name: string;
  is: 'any' | 'none' | 'contains' | 'at-least' | 'at-most' | 'after' | 'before' | 'known' | 'unknown';
  /**
   * @minItems 1
   * @maxItems 50
   */
  values?: string[];
  number?: number;
  date?: string;
}

export interface FirstSeenCondition {
  field: 'first-seen';
  is: 'within' | 'not-within' | 'after' | 'before';
  amount?: number;
  unit?: 'days' | 'hours';
  date?: string;
}

export interface LastSeenCondition {
  field: 'last-seen';
  is: 'within' | 'not-within' | 'after' | 'before';
  amount?: number;
  unit?: 'days' | 'hours';
  date?: string;
}

/**
 * What the person has written.
 */
export interface MessageCountCondition {
  field: 'message-count';
  is: 'at-least' | 'at-most';
  count: number;
}

/**
 * Tapped a button of it.
 */
export interface ClickedTemplateCondition {
  field: 'clicked-template';
  is: 'is' | 'is-not';
  template: string;
}

/**
 * Got a broadcast.
 */
export interface ReceivedCampaignCondition {
  field: 'received-campaign';
  is: 'is' | 'is-not';
  campaign: string;
}

export interface FollowStateCondition {
  field: 'follow-state';
  is: 'is' | 'is-not';
  state: 'following' | 'blocked' | 'unknown';
}

export interface LanguageCondition {
  field: 'language';
  is: 'any' | 'none';
  /**
   * @minItems 1
   * @maxItems 5
   */
  languages: ('th' | 'en' | 'zh' | 'ja' | 'other')[];
}

export type Condition =
  | ChannelCondition
  | TagCondition
  | CustomFieldCondition
  | FirstSeenCondition
  | LastSeenCondition
  | MessageCountCondition
  | ClickedTemplateCondition
  | ReceivedCampaignCondition
  | FollowStateCondition
  | LanguageCondition;

export interface Conditions {
  match: 'all' | 'any';
  /**
   * @maxItems 20
   */
  conditions?: (
    | ChannelCondition
    | TagCondition
    | CustomFieldCondition
    | FirstSeenCondition
    | LastSeenCondition
    | MessageCountCondition
    | ClickedTemplateCondition
    | ReceivedCampaignCondition
    | FollowStateCondition
    | LanguageCondition
    | {
        field: 'group';
        match: 'all' | 'any';
        /**
         * @maxItems 20
         */
        conditions?: Condition[];
      }
  )[];
}

/**
 * Text with optional variables.
 */
export interface TextMessage {
  type: 'text';
  text: string;
  quickReply?: QuickReply;
  /**
   * Sent instead when this message cannot be delivered or the reply is not understood.
   */
  errorMessage?: string;
}

/**
 * One picture.
 */
export interface ImageMessage {
  type: 'image';
  originalContentUrl: string;
  previewImageUrl: string;
  quickReply?: QuickReply;
  /**
   * Sent instead when this message cannot be delivered or the reply is not understood.
   */
  errorMessage?: string;
}

/**
 * A video with a preview image.
 */
export interface VideoMessage {
  type: 'video';
  originalContentUrl: string;
  previewImageUrl: string;
  quickReply?: QuickReply;
  /**
   * Sent instead when this message cannot be delivered or the reply is not understood.
   */
  errorMessage?: string;
}

/**
 * Up to ten cards side by side.
 */
export interface CarouselMessage {
  type: 'carousel';
  /**
   * Shown in notifications and where the message cannot be displayed.
   */
  altText: string;
  /**
   * @minItems 1
   * @maxItems 10
   */
  columns: {
    id?: string;
    index?: number;
    /**
     * Inactive columns are kept but not sent.
     */
    isActive?: boolean;
    imageUrl?: string;
    title?: string;
    text: string;
    /**
     * @minItems 1
     * @maxItems 10
     *
     * Items: What happens when a person taps.
     */
    actions: (MessageAction | UriAction | CallAction | TemplateAction | DatetimepickerAction | FlowAction)[];
  }[];
  quickReply?: QuickReply;
  /**
   * Sent instead when this message cannot be delivered or the reply is not understood.
   */
  errorMessage?: string;
}

/**
 * Up to ten square images with one action each.
 */
export interface ImageCarouselMessage {
  type: 'image_carousel';
  /**
   * Shown in notifications and where the message cannot be displayed.
   */
  altText: string;
  /**
   * @minItems 1
   * @maxItems 10
   */
  columns: {
    imageUrl: string;
    /**
     * What happens when a person taps.
     */
    action: MessageAction | UriAction | CallAction | TemplateAction | DatetimepickerAction | FlowAction;
  }[];
  quickReply?: QuickReply;
  /**
   * Sent instead when this message cannot be delivered or the reply is not understood.
   */
  errorMessage?: string;
}

/**
 * A text with buttons.
 */
export interface ButtonsMessage {
  type: 'buttons';
  text: string;
  /**
   * @minItems 1
   * @maxItems 10
   *
   * Items: What happens when a person taps.
   */
  actions: (MessageAction | UriAction | CallAction | TemplateAction | DatetimepickerAction | FlowAction)[];
  /**
   * Shown in notifications and where the message cannot be displayed.
   */
  altText: string;
  quickReply?: QuickReply;
  /**
   * Sent instead when this message cannot be delivered or the reply is not understood.
   */
  errorMessage?: string;
}

/**
 * An image with areas to tap.
 */
export interface ImagemapMessage {
  type: 'imagemap';
  imgUrl: string;
  /**
   * LINE loads this URL with /240, /300, /460, /700 and /1040 added. Uploaded images need nothing else.
   */
  baseUrl?: string;
  baseSize: {
    width: number;
    height: number;
  };
  /**
   * How the areas are arranged.
   */
  mode?: 'custom' | 'grid';
  /**
   * @minItems 1
   * @maxItems 50
   */
  actions: {
    /**
     * What happens when a person taps.
     */
    action: MessageAction | UriAction | CallAction | TemplateAction | DatetimepickerAction | FlowAction;
    x: number;
    y: number;
    width: number;
    height: number;
  }[];
  /**
   * Shown in notifications and where the message cannot be displayed.
   */
  altText: string;
  quickReply?: QuickReply;
  /**
   * Sent instead when this message cannot be delivered or the reply is not understood.
   */
  errorMessage?: string;
}

/**
 * A custom layout in LINE's Flex format.
 */
export interface FlexMessage {
  type: 'flex';
  /**
   * Shown in notifications and where the message cannot be displayed.
   */
  altText: string;
  contents: {
    [k: string]: unknown;
  };
  quickReply?: QuickReply;
  /**
   * Sent instead when this message cannot be delivered or the reply is not understood.
   */
  errorMessage?: string;
}

export type MessageContent =
  | TextMessage
  | ImageMessage
  | VideoMessage
  | CarouselMessage
  | ImageCarouselMessage
  | ButtonsMessage
  | ImagemapMessage
  | FlexMessage;

export interface QuickReply {
  /**
   * @maxItems 13
   */
  items?: Action[];
}

export interface TemplateReply {
  type: 'template';
  template: string;
}

/**
 * Starts a flow.
 */
export interface FlowReply {
  type: 'flow';
  flow: string;
  /**
   * An action of the flow. Leave empty to start at the first one.
   */
  startAction?: string;
}

/**
 * Hands the conversation over to a person in Live Chat.
 */
export interface HandoffReply {
  type: 'handoff';
  team?: string;
  template?: string;
}

/**
 * Sets a tag or a value of the person, then continues.
 */
export interface SetReply {
  type: 'set';
  tag?: string;
  /**
   * A value kept for this conversation. Use it in texts as {{name}}.
   */
  variable?: string;
  value?: string;
}

/**
 * What the bot does.
 */
export type Reply = TemplateReply | FlowReply | HandoffReply | SetReply;

/**
 * Who did what, and when: every change and every sign-in.
 */
export interface AuditEntry {
  /**
   * The member, while there is one.
   */
  user?: string;
  name?: string;
  username?: string;
  operation?:
    | 'create'
    | 'update'
    | 'delete'
    | 'duplicate'
    | 'restore'
    | 'deactivate'
    | 'activate'
    | 'reset-password'
    | 'sign-in'
    | 'sign-in-failed'
    | 'sign-out'
    | 'password-change'
    | 'password-reset'
    | 'export'
    | 'import'
    | 'request-approval'
    | 'return'
    | 'test-send'
    | 'approve'
    | 'send'
    | 'cancel'
    | 'withdraw'
    | 'start'
    | 'stop'
    | 'finish'
    | 'fail'
    | 'retry'
    | 'undo-retry'
    | 'test'
    | 'stop-everything'
    | 'new-api-key'
    | 'bring-in-friends'
    | 'download-data'
    | 'delete-anyway'
    | 'train'
    | 'teach'
    | 'ignore'
    | 'reopen'
    | 'give-to-bot'
    | 'expire'
    | 'take'
    | 'release';
  entity?:
    | 'audit-entry'
    | 'campaign'
    | 'channel'
    | 'chat-ad'
    | 'chat-logic'
    | 'entity'
    | 'flow'
    | 'intent'
    | 'job'
    | 'mapper'
    | 'member'
    | 'message-template'
    | 'message'
    | 'missed-sentence'
    | 'network'
    | 'notice'
    | 'profile'
    | 'report'
    | 'rich-menu-link'
    | 'rich-menu'
    | 'segment'
    | 'team'
    | 'template'
    | 'test-sentence'
    | 'variable'
    | 'workspace';
  record?: string;
  recordId?: string;
  /**
   * Of an export or import: how many rows, and of which list.
   */
  detail?: string;
  /**
   * Where the request came from.
   */
  address?: string;
  sentence?: string;
}

/**
 * Messages sent to many people at once. Up to 60 broadcasts can start per hour.
 */
export interface Campaign {
  name: string;
  channel: string;
  target: 'everyone' | 'segment' | 'manual';
  segment?: string;
  /**
   * User IDs on the channel, one per line or separated by commas.
   */
  people?: string;
  /**
   * @maxItems 10
   */
  withoutSegments?: string[];
  /**
   * People with any of these tags, whoever set them.
   *
   * @maxItems 50
   */
  withoutTags?: string[];
  /**
   * @maxItems 10
   */
  withoutReceived?: string[];
  /**
   * “Now” sends 5 minutes after scheduling. Times are in UTC+7:00.
   */
  sendAt?: string;
  content: 'written' | 'template';
  template?: string;
  /**
   * @minItems 1
   * @maxItems 5
   */
  messages?: MessageContent[];
  quickReply?: QuickReply;
  /**
   * Type of the channel, whose limits hold for the messages.
   */
  platform?: 'multi' | 'LINE' | 'FACEBOOK' | 'WEBCHAT' | 'CUSTOM';
  status: 'scheduled' | 'executing' | 'executed' | 'failed' | 'draft';
  startsAt?: string;
  approval?: 'none' | 'asked' | 'returned' | 'approved';
  approvalComment?: string;
  reason?: string;
  /**
   * Audience size when it was last saved or approved.
   */
  counted?: number;
  total?: number;
  sent?: number;
  failed?: number;
  /**
   * The platform did not say whether it took the message; it is never sent twice.
   */
  unknown?: number;
  left?: number;
  /**
   * Until then the retry can be undone.
   */
  heldUntil?: string;
  /**
   * The recipient list is no longer kept; the totals are.
   */
  recipientsRemoved?: boolean;
  /**
   * For broadcasts to everyone. LINE reports it a day later.
   */
  delivered?: number;
  /**
   * People who saw a message, from 20 upwards. LINE reports it a day later.
   */
  opened?: number;
  /**
   * People who opened a link, from 20 upwards. LINE reports it a day later.
   */
  clicked?: number;
}

/**
 * Where people talk to the bot: a LINE account, a Facebook page, a web chat or a custom channel.
 */
export interface Channel {
  name: string;
  type: 'LINE' | 'FACEBOOK' | 'WEBCHAT' | 'CUSTOM';
  channelId?: string;
  pageId?: string;
  /**
   * Facebook asks for it once, when you enter the callback URL.
   */
  verifyToken?: string;
  secret?: string;
  /**
   * The LINE channel access token or the Facebook page access token.
   */
  token?: string;
  /**
   * Bot messages are sent to this URL, signed with the API key.
   */
  webhookUrl?: string;
  /**
   * Shown in full only once, when it is made.
   */
  apiKey?: string;
  adminAccessToken?: string;
  active?: boolean;
  credentials?: 'missing' | 'unchecked' | 'works' | 'failed';
  credentialsNote?: string;
  checkedAt?: string;
  /**
   * What is known of what comes in from the platform.
   */
  webhook?: 'works' | 'refused' | 'unreachable' | 'unstored' | 'unanswered';
  webhookNote?: string;
  /**
   * A deletion that has not come to its end: what the channel brought about at its platform is taken back first.
   */
  deletion?: 'deleting' | 'failed';
  deletionNote?: string;
  lastMessageAt?: string;
  /**
   * They follow the channel and do not block it.
   */
  friends?: number;
  friendsBlocked?: number;
  /**
   * Whom the platform could choose by age, region and the like.
   */
  friendsTargeted?: number;
  friendsDay?: string;
  friendsNote?: string;
}

/**
 * Replies to people who arrive from a LINE chat ad, by the keyword they send first.
 */
export interface ChatAd {
  name: string;
  channel: string;
  active?: boolean;
  /**
   * @minItems 1
   * @maxItems 30
   */
  topics: {
    name: string;
    /**
     * @minItems 1
     * @maxItems 10
     */
    botMessages: {
      template: string;
      /**
       * Matches the whole message. Ignores case and surrounding spaces.
       *
       * @minItems 1
       * @maxItems 50
       */
      keywords: string[];
    }[];
  }[];
}

/**
 * Rules the bot checks before it tries to understand a message. The first rule that matches wins.
 */
export interface ChatLogic {
  /**
   * Rules are checked in this order.
   */
  order?: number;
  name: string;
  active?: boolean;
  /**
   * All of these must be true.
   */
  when?: {
    event: 'message' | 'follow' | 'unfollow' | 'postback' | 'sticker' | 'image' | 'location';
    match?: 'exact' | 'contains' | 'regex';
    /**
     * Any one of them matches.
     *
     * @minItems 1
     * @maxItems 50
     */
    keywords?: string[];
    pattern?: string;
    /**
     * Leave empty for all channels.
     *
     * @maxItems 50
     */
    channels?: string[];
    /**
     * The person has any of these tags.
     *
     * @maxItems 100
     */
    tags?: string[];
    /**
     * UTC+7. An earlier end time runs past midnight.
     */
    from?: string;
    until?: string;
    /**
     * Leave empty for every day.
     *
     * @maxItems 7
     */
    days?: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[];
  };
  then: Reply;
}

/**
 * Details the bot recognises in a message: a list with synonyms, a pattern, or a built-in type such as a date.
 */
export interface Entity {
  /**
   * Letters, digits, underscore and hyphen.
   */
  name: string;
  format: 'list' | 'regex' | 'system';
  /**
   * A regular expression. The text it matches becomes the value.
   */
  pattern?: string;
  system?: 'number' | 'date' | 'phone' | 'email';
  /**
   * @maxItems 1000
   */
  options?: {
    name: string;
    /**
     * @maxItems 20
     */
    synonyms?: string[];
  }[];
  /**
   * Find this entity in every message, whatever its intent.
   */
  autoDetect?: boolean;
}

/**
 * Several actions of the bot in a row. A mapper, a rule or a button starts it.
 */
export interface Flow {
  /**
   * Letters, digits, underscore and hyphen.
   */
  name: string;
  /**
   * @minItems 1
   * @maxItems 50
   */
  actions: {
    id?: string;
    name: string;
    /**
     * What the bot does.
     */
    reply: TemplateReply | HandoffReply | SetReply;
    next?: string;
  }[];
}

/**
 * Something people want, with sample sentences the bot learns from.
 */
export interface Intent {
  /**
   * Letters, digits, underscore and hyphen.
   */
  name: string;
  /**
   * On its button when the bot asks “Did you mean …?”. If empty, the bot shows the name, or the shortest Thai sample.
   */
  label?: string;
  /**
   * Type or paste sentences, one in each row.
   *
   * @minItems 2
   * @maxItems 100
   */
  samples: string[];
}

/**
 * Imports, exports and other long work appear here.
 */
export interface Job {
  title?: string;
  state?: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  /**
   * How many of the total are done.
   */
  done?: number;
  total?: number;
  /**
   * The current step, or the reason for the retry.
   */
  note?: string;
  outcome?: string;
  /**
   * Where the result is.
   */
  link?: string;
  /**
   * Why it failed.
   */
  failure?: string;
  by?: string;
  name?: string;
  dueAt?: string;
  startedAt?: string;
  endedAt?: string;
  /**
   * Dismissed by the person who started it.
   */
  dismissed?: boolean;
}

/**
 * The bot's answer to an intent and its entities. The mapper with more matching entities wins.
 */
export interface Mapper {
  /**
   * The intent and its entities.
   */
  name?: string;
  intent: string;
  /**
   * @maxItems 5
   */
  entities?: string[];
  /**
   * @maxItems 5
   */
  questions?: {
    entity: string;
    text: string;
    /**
     * @maxItems 13
     */
    quickReplies?: string[];
  }[];
  /**
   * What the bot does.
   */
  action: TemplateReply | FlowReply;
}

/**
 * A person who signs in to the console, with the roles they hold.
 */
export interface Member {
  /**
   * Lower-case letters, digits and dots.
   */
  username: string;
  name: string;
  email: string;
  /**
   * With country code.
   */
  phone?: string;
  /**
   * @minItems 1
   */
  roles: (
    | 'cim.admin'
    | 'cim.user'
    | 'chatbot.admin'
    | 'chatbot.editor'
    | 'chatbot.developer'
    | 'chatbot.moderator'
    | 'campaign.admin'
    | 'campaign.editor'
    | 'campaign.moderator'
    | 'livechat.admin'
    | 'livechat.supervisor'
    | 'livechat.agent'
  )[];
  about?: string;
  /**
   * Deactivated members cannot sign in.
   */
  active?: boolean;
  joinDate?: string;
  pictureUrl?: string;
  language?: 'browser' | 'en' | 'th';
  theme?: 'system' | 'light' | 'dark';
  /**
   * @maxItems 50
   */
  noticesLeftOut?: string[];
  /**
   * @maxItems 50
   */
  noticesByMail?: string[];
  /**
   * @maxItems 50
   */
  noticesInBrowser?: string[];
}

/**
 * Up to five reusable messages for broadcasts.
 */
export interface MessageTemplate {
  /**
   * English letters, digits and underscore.
   */
  name: string;
  /**
   * @minItems 1
   * @maxItems 5
   */
  messages: MessageContent[];
  /**
   * All channels applies the strictest limits of the channel types in use.
   */
  platform: 'multi' | 'LINE' | 'FACEBOOK' | 'WEBCHAT' | 'CUSTOM';
  /**
   * @maxItems 100
   */
  tags?: string[];
  /**
   * Sent instead when this message cannot be delivered or the reply is not understood.
   */
  errorMessage?: string;
  quickReply?: QuickReply;
}

/**
 * Everything said on the channels by people, the bot and your team, including follows and blocks.
 */
export interface Message {
  at: string;
  /**
   * The platform's id of it; the same once more is the same event.
   */
  key: string;
  channel: string;
  profile?: string;
  source: 'USER' | 'BOT' | 'AGENT' | 'BROADCAST';
  /**
   * Follows, blocks and undelivered messages are not counted.
   */
  kind: 'message' | 'follow' | 'unfollow' | 'undelivered';
  type:
    | 'text'
    | 'image'
    | 'video'
    | 'audio'
    | 'file'
    | 'sticker'
    | 'location'
    | 'postback'
    | 'carousel'
    | 'image_carousel'
    | 'buttons'
    | 'imagemap'
    | 'flex'
    | 'other';
  /**
   * What was written, or the words that stand for it.
   */
  text?: string;
  /**
   * What was sent to the platform, as it was sent; of what came in, what is no text.
   */
  content?: {
    [k: string]: unknown;
  };
  /**
   * Messages of one answer have the same.
   */
  answer?: string;
  /**
   * Which message of its answer it is, from 0.
   */
  place?: number;
  template?: string;
  rule?: string;
  chatAd?: string;
  intent?: string;
  /**
   * Whether the bot understood what it answers: by an intent, or not and by the fail action. Rules, taps and keywords need no understanding.
   */
  understood?: boolean;
  /**
   * Id of the broadcast that it belongs to.
   */
  campaign?: string;
  /**
   * Id of the action that was tapped.
   */
  action?: string;
  /**
   * The first that came from this person.
   */
  newcomer?: boolean;
  /**
   * This message handed the conversation over to a person.
   */
  handoff?: boolean;
  /**
   * Why it was not delivered, or that the outcome is unknown.
   */
  note?: string;
}

/**
 * What people wrote and the bot did not understand. Teach it, or ignore it.
 */
export interface MissedSentence {
  sentence: string;
  /**
   * The words as they are compared.
   */
  key: string;
  count?: number;
  /**
   * What happened the last time.
   */
  why?: 'unsure' | 'doubt' | 'choice' | 'person' | 'mapper';
  /**
   * The intents that were nearest, each with its confidence.
   */
  thought?: string;
  /**
   * The intent that somebody chose for it when the bot asked which is meant.
   */
  chosen?: string;
  channel: string;
  firstAt: string;
  lastAt?: string;
  status: 'open' | 'taught' | 'ignored';
  taughtTo?: string;
  /**
   * The sample that it became.
   */
  taughtAs?: string;
  /**
   * Whether the intent had no such sample before it was taught here.
   */
  sampleAdded?: boolean;
  /**
   * Why its sample was not taken back when it was opened again.
   */
  stays?: string;
  /**
   * Whether the last training understands it as it was taught.
   */
  understood?: boolean;
}

/**
 * How the bot in this workspace answers: who answers first, when it gives up and which webhooks it calls.
 */
export interface Network {
  /**
   * Who answers first.
   */
  defaultMode: 'BOT' | 'LIVECHAT';
  /**
   * Seconds before the bot answers, 0 to 10.
   */
  globalDelay: number;
  /**
   * Below this the bot is not sure and takes the fail action. 0.01 to 1.00.
   */
  confidenceThreshold: number;
  /**
   * What people choose is offered for teaching in Not understood.
   */
  askWhenClose?: boolean;
  /**
   * By how much their confidence differs at most, 0.01 to 0.50; 0.15 if empty.
   */
  closeBy?: number;
  /**
   * If empty, “Did you mean …?” or “คุณหมายถึงข้อไหน”, as the person writes.
   */
  closeQuestion?: string;
  /**
   * When a broadcast has to be approved by somebody else than its author before it is scheduled.
   */
  approvalRule?: 'never' | 'from' | 'always';
  approvalFrom?: number;
  /**
   * When a broadcast would start in them. Times are in UTC+7:00.
   */
  quietRule?: 'off' | 'warn' | 'refuse';
  quietFrom?: string;
  quietUntil?: string;
  /**
   * Seconds in which a retry, or a broadcast scheduled for a time, can be undone before anything is sent: 0 to 300; 30 if empty. One that is scheduled for “Now” always waits 5 minutes.
   */
  undoSeconds?: number;
  /**
   * What the bot answers when it is not sure.
   */
  failAction?: TemplateReply | FlowReply;
  /**
   * The bot's answer to a location.
   */
  locationAction?: TemplateReply | FlowReply;
  /**
   * Called before the bot understands a message. The result is merged into the profile.
   */
  enrichUrl?: string;
  /**
   * The custom classifier.
   */
  classifierUrl?: string;
  /**
   * When a template is filled in.
   */
  templateUrl?: string;
  /**
   * Receives a copy of everything that is sent.
   */
  outgoingUrl?: string;
  /**
   * Lets your webhooks verify that a call comes from the bot: sha256=HMAC(timestamp + "." + body).
   */
  signingKey?: string;
}

/**
 * What happened that concerns a person: questions, results and faults.
 */
export interface Notice {
  /**
   * Id of the person.
   */
  to: string;
  kind: 'approval' | 'broadcast' | 'channel' | 'quota' | 'job';
  text: string;
  /**
   * The screen of what it is about.
   */
  link?: string;
  /**
   * What it is about.
   */
  entity?: string;
  /**
   * Id of what it is about.
   */
  record?: string;
  /**
   * What happened.
   */
  event: string;
  state: 'unread' | 'read';
  /**
   * How the person wanted to be told when it happened: in the console, by mail, by the browser.
   *
   * @maxItems 3
   */
  deliveryMethods?: string[];
  mailedAt?: string;
}

/**
 * Everyone who has written to your channels, and what is known about them.
 */
export interface Profile {
  displayName: string;
  pictureUrl?: string;
  channel: string;
  /**
   * What the channel calls this person, such as a LINE user ID.
   */
  externalId: string;
  firstSeen?: string;
  lastSeen?: string;
  followState?: 'following' | 'blocked' | 'unknown';
  /**
   * Who answers this person. Empty: whoever answers first in the workspace.
   */
  answeredBy?: 'bot' | 'livechat';
  language?: 'th' | 'en' | 'zh' | 'ja' | 'other';
  /**
   * Gets test sends of broadcasts. Set by administrators of Campaign.
   */
  tester?: boolean;
  /**
   * The bot and rules set these too.
   *
   * @maxItems 100
   */
  userTags?: string[];
  /**
   * Only your team sets these.
   *
   * @maxItems 100
   */
  customTags?: string[];
  customFields?: {
    [k: string]: string;
  };
}

/**
 * Figures or lists for a period as a file, prepared in the background for the person who requested it.
 */
export interface Report {
  type: 'messages' | 'users' | 'campaigns' | 'intents' | 'richmenus';
  /**
   * By frequency: one row per day, month, quarter or year. Custom range: one row per message, person, broadcast, answer or link.
   */
  timeframe: 'daily' | 'monthly' | 'quarterly' | 'yearly' | 'custom';
  /**
   * Needed for a custom range; else the days of this month, the months or quarters of this year, or the last three years.
   */
  startIsoStringDate?: string;
  /**
   * Not included; by default now.
   */
  endIsoStringDate?: string;
  /**
   * Ids of channels; all where none is named.
   *
   * @maxItems 100
   */
  channels?: string[];
  format?: 'csv' | 'xlsx';
  status: 'PENDING' | 'GENERATED' | 'FAILED' | 'EXPIRED';
  /**
   * Download link, for the person who requested the report.
   */
  exportedFileUrl?: string;
  fileName?: string;
  rows?: number;
  bytes?: number;
  expiresAt?: string;
  failure?: string;
  /**
   * From 0 to 1 while the report is being prepared.
   */
  progress?: number;
  by?: string;
}

/**
 * A rich menu on a LINE channel: who sees it, and from when.
 */
export interface RichMenuLink {
  channel: string;
  name?: string;
  richmenu: string;
  /**
   * Letters, digits, space.
   */
  chatBarText: string;
  /**
   * Auto displayed opens with the chat. Collapsed shows its bar alone.
   */
  selected?: boolean;
  /**
   * A segment's menu takes priority over the one for all users.
   */
  default?: boolean;
  segment?: string;
  /**
   * 01 to 99. If several match, 01 wins.
   */
  priority?: string;
  triggerTime?: string;
  state: 'active' | 'upcoming';
  activeSince?: string;
  lineState?: 'waiting' | 'linked' | 'failed' | 'unconnected';
  lineFault?: string;
  size?: 'original' | 'compact';
  pattern?: 'L1' | 'L2' | 'L3' | 'L4' | 'L5' | 'L6' | 'L7' | 'L8' | 'C1' | 'C2' | 'C3' | 'C4' | 'C5';
  rank?: number;
}

/**
 * An image with tappable areas at the bottom of a LINE chat. Create it here, then link it to a channel.
 */
export interface RichMenu {
  name: string;
  size: 'original' | 'compact';
  pattern: 'L1' | 'L2' | 'L3' | 'L4' | 'L5' | 'L6' | 'L7' | 'L8' | 'C1' | 'C2' | 'C3' | 'C4' | 'C5';
  image: string;
  /**
   * @minItems 1
   * @maxItems 6
   */
  areas: {
    /**
     * What happens when a person taps.
     */
    action?: MessageAction | UriAction | CallAction | TemplateAction | DatetimepickerAction | FlowAction;
  }[];
  /**
   * What was drawn with “Make one here”, so that you can continue later.
   */
  drawing?: {
    /**
     * White lines between the areas.
     */
    lined?: boolean;
    /**
     * @maxItems 6
     */
    areas?: {
      icon?: string;
      label?: string;
      ground: string;
    }[];
  };
  use: 'free' | 'used';
}

/**
 * A named part of the audience: everyone who meets its conditions at the time it is used.
 */
export interface Segment {
  name: string;
  /**
   * People who match these, whenever the segment is used.
   */
  who: Conditions;
}

/**
 * People who work together. Conversations and tasks can be assigned to a team.
 */
export interface Team {
  name: string;
  department?: string;
  /**
   * @maxItems 500
   */
  members?: string[];
  /**
   * New members join this team.
   */
  default?: boolean;
}

/**
 * A bot reply: up to five messages that mappers, actions and campaigns send.
 */
export interface Template {
  /**
   * English letters, digits and underscore.
   */
  name: string;
  /**
   * @minItems 1
   * @maxItems 5
   */
  messages: MessageContent[];
  /**
   * All channels applies the strictest limits of the channel types in use.
   */
  platform: 'multi' | 'LINE' | 'FACEBOOK' | 'WEBCHAT' | 'CUSTOM';
  /**
   * @maxItems 100
   */
  tags?: string[];
  /**
   * Sent instead when this message cannot be delivered or the reply is not understood.
   */
  errorMessage?: string;
  quickReply?: QuickReply;
}

/**
 * A sentence and the answer you expect. All are checked after each training.
 */
export interface TestSentence {
  sentence: string;
  expects: 'nothing' | 'intent' | 'template';
  intent?: string;
  template?: string;
  result?: 'passed' | 'failed';
  got?: string;
  sure?: number;
  changed?: boolean;
  checkedAt?: string;
}

/**
 * A value that texts can use: write {{name}} in a message.
 */
export interface Variable {
  /**
   * Letters, digits, underscore and hyphen.
   */
  name: string;
  type?: 'string';
  value: string;
  /**
   * Environment values are set on the server and are read-only here.
   */
  scope: 'bot' | 'environment';
}

/**
 * The company or brand managed in this console.
 */
export interface Workspace {
  name: string;
  /**
   * How the console shows dates and reads those that are typed. Exports and stored dates stay in the common era.
   */
  years?: 'common' | 'buddhist';
}

export interface Entities {
  'audit-entry': AuditEntry;
  campaign: Campaign;
  channel: Channel;
  'chat-ad': ChatAd;
  'chat-logic': ChatLogic;
  entity: Entity;
  flow: Flow;
  intent: Intent;
  job: Job;
  mapper: Mapper;
  member: Member;
  'message-template': MessageTemplate;
  message: Message;
  'missed-sentence': MissedSentence;
  network: Network;
  notice: Notice;
  profile: Profile;
  report: Report;
  'rich-menu-link': RichMenuLink;
  'rich-menu': RichMenu;
  segment: Segment;
  team: Team;
  template: Template;
  'test-sentence': TestSentence;
  variable: Variable;
  workspace: Workspace;
}
