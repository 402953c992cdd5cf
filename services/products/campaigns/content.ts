import type { Campaign } from '../../../schemas/generated/types.ts';
import { capabilitiesOf } from '../../../schemas/channels/registry.ts';
import { renderForChannel } from '../../../schemas/channels/render.ts';
import type { AnswerContent } from '../../../schemas/messages/types.ts';
import type { ChannelType } from '../../../schemas/channels/types.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { variableNames } from '../../../schemas/model/variables.ts';
import type { MessageBody } from '../../channels/types.ts';
import { findPersonVariableNames } from '../../engine/resources/personVariables.ts';
import type { Services } from '../../engine/resources/services.ts';
import type { Queryable } from '../../engine/storage/database.ts';
import { toAudience, withConditions, type Audience, type Member } from './audience.ts';

/** Variables that one broadcast may name. */
const MAX_VARIABLES = 10_000;

/** A stored broadcast. */
export type Broadcast = Campaign & EntityRecord;

type MessageSource = Pick<Campaign, 'content' | 'template' | 'messages' | 'quickReply'>;

/** Values of the bot's variables by name. */
export type VariableValues = Readonly<Record<string, string>>;

/** What a broadcast sends and to whom, at one moment. */
export interface Composition {
  /** Undefined where there are no messages. */
  answer: AnswerContent | undefined;
  /** Values of the variables that the messages name. */
  variables: VariableValues;
  /** Names of people's variables in the messages, known or not; if there are any, the messages differ per person. */
  personal: string[];
  /** With the conditions of its segment. */
  audience: Audience;
}

/**
 * Reads the content and the audience of a broadcast; used alike by approval, scheduling and sending.
 * @throws ApiError 422 for a manual audience with too many people
 */
export async function composeBroadcast(
  services: Services,
  campaign: MessageSource & Parameters<typeof toAudience>[0],
  type: ChannelType,
  tx: Queryable = services.db,
): Promise<Composition> {
  const answer = await findMessages(services, campaign, tx);
  const names = answer ? variableNames(answer).slice(0, MAX_VARIABLES) : [];
  return {
    answer,
    variables: answer ? await readVariables(services, answer, tx) : {},
    personal: [...(await findPersonVariableNames(services.catalog, tx, names))],
    audience: await withConditions(services, toAudience(campaign, type), tx),
  };
}

/**
 * Whether one call sends the broadcast to all who follow the channel, including people without a profile: it is for
 * everyone, the channel's type has such a call, everybody gets the same, and nobody is excluded.
 */
export const reachesEverybody = ({
  personal,
  audience,
}: Pick<Composition, 'personal' | 'audience'>): boolean =>
  audience.target === 'everyone' &&
  audience.without === undefined &&
  capabilitiesOf(audience.type).broadcastToEveryone === true &&
  personal.length === 0;

/** A broadcast's messages: its own, or those of its template now; undefined where there are none. */
async function findMessages(
  { catalog }: Services,
  campaign: MessageSource,
  tx: Queryable,
): Promise<AnswerContent | undefined> {
  const source =
    campaign.content === 'template'
      ? await catalog
          .repository('message-template')
          ?.within(tx)
          .find(campaign.template ?? '')
      : campaign;
  if (!source?.messages || source.messages.length === 0) return undefined;
  return {
    messages: source.messages,
    ...(source.quickReply && { quickReply: source.quickReply }),
  };
}

/** The current values of the variables named in an answer. */
export async function readVariables(
  { catalog, db }: Services,
  answer: AnswerContent,
  tx: Queryable = db,
): Promise<VariableValues> {
  const names = variableNames(answer).slice(0, MAX_VARIABLES);
  if (names.length === 0) return {};
  const stored = await catalog
    .repository('variable')
    ?.within(tx)
    .list({ take: names.length, where: [{ name: names }] });
  return Object.fromEntries((stored ?? []).map(({ name, value }) => [name, value]));
}

/** Renders an answer for a type of channel, for everybody or for one person. */
export class MessageRenderer {
  private readonly names: ReadonlySet<string>;

  /** @param origin of the services as platforms reach them; null where none is set */
  constructor(
    private readonly answer: AnswerContent,
    private readonly type: ChannelType,
    private readonly values: VariableValues,
    private readonly origin: string | null,
  ) {
    this.names = new Set(variableNames(answer));
  }

  bodies(personalValues: readonly (readonly [string, string])[] = []): MessageBody[] {
    const variables = new Map([...Object.entries(this.values), ...personalValues]);
    return renderForChannel(this.answer, this.type, { variables, origin: this.origin }).messages;
  }

  /** The messages for one person; undefined where they are the same as for everybody. */
  bodiesFor({ variables }: Pick<Member, 'variables'>): MessageBody[] | undefined {
    const personalValues = [...variables].filter(([name]) => this.names.has(name));
    return personalValues.length > 0 ? this.bodies(personalValues) : undefined;
  }
}
