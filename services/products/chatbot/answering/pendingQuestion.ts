import { foldText } from '../../../../schemas/understanding/normalise.ts';
import type { BotAnswer, Expecting, FoundEntity, Inbound, Knowledge, StoredRecord } from './types.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Minutes for which a question stays pending, with the entities found so far. */
export const QUESTION_TTL_MIN = 30;
/** Letters beside an entity in a text that is still an answer: `to Nan please`. */
const MAX_EXTRA_LETTERS = 12;

/** A question for an entity that the person has not answered yet. */
export interface PendingQuestion {
  mapper: StoredRecord<'mapper'>;
  /** Id and name of the entity that was asked for. */
  entity: string;
  name: string;
  /** Entities found so far. */
  found: FoundEntity[];
  /** When it was asked, ISO 8601. */
  asked: string;
  /** The person has changed the subject since. */
  wasLeft: boolean;
  /** It is answered or withdrawn. */
  isOver: boolean;
}

/** Finds the question that a message may answer; undefined where there is none, or it has expired. */
export async function findPendingQuestion(
  knowledge: Knowledge,
  { expecting = {}, at }: Inbound,
  botAnswer: BotAnswer,
): Promise<PendingQuestion | undefined> {
  const { mapper: id, entity, found = [], asked = at.toISOString(), isLeft: wasLeft = false } = expecting;
  const mapper = id === undefined || entity === undefined ? undefined : await knowledge.mapper(id);
  if (!mapper || entity === undefined) return undefined;
  const entities = await knowledge.entities([entity]);
  const name = entities.find((one) => one.id === entity)?.name ?? t('What was asked for');
  if (at.getTime() - Date.parse(asked) > QUESTION_TTL_MIN * 60_000) {
    const text = t(
      '%{entity} was asked for more than %{minutes} minutes ago, so it is no longer waited for',
      {
        entity: name,
        minutes: QUESTION_TTL_MIN,
      },
    );
    botAnswer.steps.push({ step: 'expected', text });
    return undefined;
  }
  return { mapper, entity, name, found, asked, wasLeft, isOver: false };
}

/** Whether the text beside the requested entity is about something else, such as another intent. */
export async function isOffTopic(
  knowledge: Knowledge,
  { mapper, entity, wasLeft }: PendingQuestion,
  text: string,
  found: readonly FoundEntity[],
): Promise<boolean> {
  const matches = found.filter(({ id }) => id === entity);
  const remainder = matches
    .reduce((rest, { text: words }) => rest.replace(foldText(words), ' '), foldText(text))
    .trim();
  const letters = remainder.replaceAll(/[^\p{L}\p{N}]/gu, '');
  if (letters.length < 2) return false;
  if (wasLeft && letters.length > MAX_EXTRA_LETTERS) return true;
  const [best] = (await knowledge.understand(remainder)).scores;
  return best !== undefined && best.score >= knowledge.threshold && best.id !== mapper.intent;
}

/** The question as it stays pending after an answer about something else. */
export function toExpecting(question: PendingQuestion, botAnswer: BotAnswer): Expecting {
  const { mapper, entity, found, asked, wasLeft } = question;
  return { mapper: mapper.id, entity, found, asked, isLeft: wasLeft || !botAnswer.failed };
}
