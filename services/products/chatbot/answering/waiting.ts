import { folded } from '../../../../schemas/understanding/normalise.ts';
import type { BotAnswer, Expecting, FoundEntity, Inbound, Knowledge, StoredRecord } from './types.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Minutes for which an answer waits for what it asked, and for which what was understood before is kept. */
export const WAITS_MIN = 30;
/** Letters that may stand beside an entity where it is all that is said: `to Nan please`. */
const MOST_BESIDE = 12;

/** A question for an entity that no answer came to yet. */
export interface Waiting {
  mapper: StoredRecord<'mapper'>;
  /** Id of the entity that was asked for, and what it is called. */
  entity: string;
  name: string;
  found: FoundEntity[];
  asked: string;
  /** The person spoke of something else since. */
  isLeft: boolean;
  /** It is answered or taken back. */
  isOver: boolean;
}

/** The question that a message may answer; undefined where there is none, or where it is too long ago. */
export async function waitingFor(
  knowledge: Knowledge,
  { expecting = {}, at }: Inbound,
  answered: BotAnswer,
): Promise<Waiting | undefined> {
  const { mapper: id, entity, found = [], asked = at.toISOString(), isLeft = false } = expecting;
  const mapper = id === undefined || entity === undefined ? undefined : await knowledge.mapper(id);
  if (!mapper || entity === undefined) return undefined;
  const known = await knowledge.entities([entity]);
  const name = known.find((one) => one.id === entity)?.name ?? t('What was asked for');
  if (at.getTime() - Date.parse(asked) > WAITS_MIN * 60_000) {
    const text = t(
      '%{entity} was asked for more than %{minutes} minutes ago, so it is no longer waited for',
      {
        entity: name,
        minutes: WAITS_MIN,
      },
    );
    answered.steps.push({ step: 'expected', text });
    return undefined;
  }
  return { mapper, entity, name, found, asked, isLeft, isOver: false };
}

/** Whether words beside the entity that was asked for say something else: another intent, without the entity's words. */
export async function isAnotherSubject(
  knowledge: Knowledge,
  { mapper, entity, isLeft }: Waiting,
  text: string,
  found: readonly FoundEntity[],
): Promise<boolean> {
  const own = found.filter(({ id }) => id === entity);
  const rest = own.reduce((left, { text: words }) => left.replace(folded(words), ' '), folded(text)).trim();
  const letters = rest.replaceAll(/[^\p{L}\p{N}]/gu, '');
  if (letters.length < 2) return false;
  if (isLeft && letters.length > MOST_BESIDE) return true;
  const [best] = (await knowledge.understand(rest)).scores;
  return best !== undefined && best.score >= knowledge.threshold && best.id !== mapper.intent;
}

/** What still waits after an answer that was about something else. */
export function stillExpecting(waiting: Waiting, answered: BotAnswer): Expecting {
  const { mapper, entity, found, asked, isLeft } = waiting;
  return { mapper: mapper.id, entity, found, asked, isLeft: isLeft || !answered.failed };
}
