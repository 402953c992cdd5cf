import type { Campaign } from '../../schemas/generated/types.ts';
import { render } from '../../schemas/messages/render.ts';
import type { Answer, ChannelType } from '../../schemas/messages/types.ts';
import { variableNames } from '../../schemas/model/variables.ts';
import type { Body } from '../conversations/types.ts';
import type { Services } from '../resources/services.ts';
import type { Member } from './audience.ts';
import { textOf } from '../../schemas/model/text.ts';

/** Values of the bot's variables that are read at most. */
const MOST_VARIABLES = 10_000;

/** What a broadcast says: its own messages, or those that its template has now; undefined where there are none. */
export async function answerOf(
  { catalog }: Services,
  campaign: Pick<Campaign, 'content' | 'template' | 'messages' | 'quickReply'>,
): Promise<Answer | undefined> {
  const said =
    campaign.content === 'template'
      ? await catalog.typed('message-template')?.find(campaign.template ?? '')
      : campaign;
  if (!said?.messages || said.messages.length === 0) return undefined;
  return {
    messages: said.messages,
    ...(said.quickReply && { quickReply: said.quickReply }),
  };
}

/** Makes an answer into what a platform takes, for everybody or for one person. */
export class Wording {
  private readonly isPersonal: boolean;

  private constructor(
    private readonly answer: Answer,
    private readonly type: ChannelType,
    private readonly values: readonly (readonly [string, string])[],
    private readonly origin: string | null,
  ) {
    this.isPersonal = variableNames(answer).length > 0;
  }

  /** @param origin of the services as platforms reach them; null where none is set */
  static async of(
    { catalog }: Services,
    answer: Answer,
    type: ChannelType,
    origin: string | null,
  ): Promise<Wording> {
    const stored = (await catalog.typed('variable')?.list({ take: MOST_VARIABLES })) ?? [];
    const values = stored.map(({ name, value }) => [name, value] as const);
    return new Wording(answer, type, values, origin);
  }

  /** No text names a variable: everybody gets the same. */
  get isSame(): boolean {
    return !this.isPersonal;
  }

  bodies(own: readonly (readonly [string, string])[] = []): Body[] {
    const variables = new Map([...this.values, ...own]);
    return render(this.answer, this.type, { variables, origin: this.origin }).messages;
  }

  /** What one person gets; undefined for what everybody gets. */
  bodiesFor({ name, fields }: Pick<Member, 'name' | 'fields'>): Body[] | undefined {
    if (!this.isPersonal) return undefined;
    const own = Object.entries(fields).map(([key, value]) => [key, textOf(value)] as const);
    return this.bodies([['display_name', name], ...own]);
  }
}
