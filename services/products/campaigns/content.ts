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
  /** Those that the messages name and that are of people, known or not: not everybody gets the same. */
  personal: string[];
  /** With the conditions of its segment. */
  audience: Audience;
}

/**
 * Reads what a broadcast sends and to whom: approval, scheduling and sending all read it here.
 * @param tx the transaction in which it is read, if in one
 * @throws ApiError 422 for an audience that cannot be
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
 * Whether one call sends the broadcast to all who follow the channel, those too who are not known here: it is for
 * everyone, the channel's type has such a call, everybody gets the same, and nobody is left out.
 */
export const reachesEverybody = ({
  personal,
  audience,
}: Pick<Composition, 'personal' | 'audience'>): boolean =>
  audience.target === 'everyone' &&
  audience.without === undefined &&
  capabilitiesOf(audience.type).broadcastToEveryone === true &&
  personal.length === 0;

/** A broadcast's messages: its own, or those that its template has now; undefined where there are none. */
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

/** The values that the variables named in an answer have now. */
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

  bodies(own: readonly (readonly [string, string])[] = []): MessageBody[] {
    const variables = new Map([...Object.entries(this.values), ...own]);
    return renderForChannel(this.answer, this.type, { variables, origin: this.origin }).messages;
  }

  /** What one person gets; undefined for what everybody gets. */
  bodiesFor({ variables }: Pick<Member, 'variables'>): MessageBody[] | undefined {
    const own = [...variables].filter(([name]) => this.names.has(name));
    return own.length > 0 ? this.bodies(own) : undefined;
  }
}
