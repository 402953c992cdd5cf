import { capabilitiesOf } from '../../../../schemas/channels/registry.ts';
import type { Action } from '../../../../schemas/messages/types.ts';
import { folded } from '../../../../schemas/understanding/normalise.ts';
import { recognise } from '../../../../schemas/understanding/entities.ts';
import { PatternBudget } from '../../../../schemas/understanding/patterns.ts';
import type { Step } from '../../../../schemas/understanding/botTest.ts';
import { toCandidate, mostSpecific, type Candidate } from './chooseMapper.ts';
import { afterNeverMind } from '../../../../schemas/understanding/neverMind.ts';
import { isAnotherSubject, stillExpecting, waitingFor, type Waiting } from './waiting.ts';
import { askWhichIsMeant, chosenIntent, closeIntents, isThai, SAME } from './closeIntents.ts';
import { runReply } from './runReply.ts';
import { matchesRule } from './rules.ts';
import type { BotAnswer, Choices, FoundEntity, Inbound, Knowledge } from './types.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const emptyAnswer = (): BotAnswer => ({
  intent: null,
  score: 0,
  scores: [],
  entities: [],
  chatAd: null,
  rule: null,
  mapper: null,
  flow: null,
  template: null,
  answer: { messages: [] },
  handoff: null,
  sets: [],
  chosen: null,
  failed: false,
  steps: [],
});

/**
 * Decides what the bot answers, and why. In this order: keywords of ChatAds, rules of chat logic, a tap or a location, what
 * the previous answer waits for, intent and mapper, the fail action. Nothing is stored.
 */
export async function answer(knowledge: Knowledge, inbound: Inbound): Promise<BotAnswer> {
  const budget = new PatternBudget();
  const answered = await decide(knowledge, { ...inbound, budget, written: inbound.text });
  answered.steps.push(...budget.notes().map((text): Step => ({ step: 'patterns', text })));
  return answered;
}

/** An inbound event with the time that its patterns may take, and its text as the person wrote it. */
type BudgetedInbound = Inbound & { budget: PatternBudget; written: string };

async function decide(knowledge: Knowledge, event: BudgetedInbound): Promise<BotAnswer> {
  const answered = emptyAnswer();
  const waiting = await waitingFor(knowledge, event, answered);
  await reply(knowledge, resolveQuickReply(event, answered), answered, waiting);
  withQuickReplies(answered);
  const isKept = waiting && !waiting.isOver && !answered.handoff && answered.expecting?.mapper === undefined;
  // An event that is no message leaves what is expected alone, unless its answer expects something.
  if (isKept && (event.event === 'message' || answered.expecting))
    answered.expecting = { ...answered.expecting, ...stillExpecting(waiting, answered) };
  return answered;
}

async function reply(
  knowledge: Knowledge,
  inbound: BudgetedInbound,
  answered: BotAnswer,
  waiting: Waiting | undefined,
): Promise<void> {
  if (await answerChatAd(knowledge, inbound, answered)) return;
  if (await answerByRule(knowledge, inbound, answered)) return;
  if (inbound.event === 'location' && knowledge.locationAction) {
    answered.steps.push({ step: 'answer', text: t('Location action') });
    return runReply(knowledge, knowledge.locationAction, answered);
  }
  if (inbound.event === 'postback' && inbound.tapped) await answerTap(knowledge, inbound.tapped, answered);
  if (inbound.event !== 'message') return;
  const chosen = chosenIntent(inbound.expecting?.choices, inbound.text);
  if (chosen) return answerChosen(knowledge, inbound, answered, chosen, waiting);
  const taken = takeBack(inbound, answered, waiting);
  const text = await answerExpected(knowledge, { ...inbound, text: taken.text }, answered, waiting);
  if (text === undefined) return;
  await answerByIntent(knowledge, { ...inbound, text }, answered, { waiting, isTakenBack: taken.isAll });
}

/**
 * Words such as “never mind” take back what was asked.
 * @returns what is said besides, or all where that is nothing
 */
function takeBack(
  { text, expecting = {} }: BudgetedInbound,
  answered: BotAnswer,
  waiting: Waiting | undefined,
): { text: string; isAll: boolean } {
  const isAsked = waiting !== undefined || expecting.choices !== undefined;
  const rest = isAsked ? afterNeverMind(text) : undefined;
  if (rest === undefined) return { text, isAll: false };
  if (waiting) waiting.isOver = true;
  const backed = waiting
    ? t('Taken back: %{entity} is no longer waited for', { entity: waiting.name })
    : t('Taken back: no choice is waited for');
  answered.steps.push({ step: 'expected', text: backed });
  return rest === '' ? { text, isAll: true } : { text: rest, isAll: false };
}

/** Typing the label of a quick reply that sends a message counts as that message, as a tap does. */
function resolveQuickReply<Event extends Inbound>(inbound: Event, answered: BotAnswer): Event {
  const { event, text, expecting } = inbound;
  const typed = event === 'message' ? folded(text) : '';
  const tapped = typed === '' ? undefined : expecting?.replies?.find(({ label }) => folded(label) === typed);
  if (tapped?.type !== 'message') return inbound;
  answered.steps.push({ step: 'expected', text: t('Quick reply %{label}', { label: tapped.label }) });
  return { ...inbound, text: tapped.text };
}

/** People who come from a ChatAd send the keyword that the ad put into their input. */
async function answerChatAd(knowledge: Knowledge, inbound: Inbound, answered: BotAnswer): Promise<boolean> {
  const { event, channel, text } = inbound;
  if (event !== 'message' || !capabilitiesOf(channel?.type).chatAds || channel?.id === undefined)
    return false;
  const found = await knowledge.chatAd(channel.id, text);
  if (!found) return false;
  answered.chatAd = { id: found.id, name: found.name };
  answered.steps.push({
    step: 'chatad',
    text: t('Keyword of ChatAd %{name}, topic %{topic}', { name: found.name, topic: found.topic }),
  });
  await runReply(knowledge, { type: 'template', template: found.template }, answered);
  return true;
}

/** The first rule that matches answers; one that only sets something lets the next ones try. */
async function answerByRule(
  knowledge: Knowledge,
  inbound: BudgetedInbound,
  answered: BotAnswer,
): Promise<boolean> {
  const rules = (await knowledge.rules()).filter(({ active }) => active !== false);
  for (const { id, name, when, then: reply } of rules) {
    if (!matchesRule(when, inbound, { budget: inbound.budget, name })) continue;
    answered.rule ??= { id, name };
    answered.steps.push({ step: 'rules', text: t('Rule %{name} fits', { name }) });
    await runReply(knowledge, reply, answered);
    if (reply.type !== 'set') return true;
  }
  if (!answered.rule)
    answered.steps.push({ step: 'rules', text: t('No rule fits, of %{count}', { count: rules.length }) });
  return false;
}

/**
 * Answers with what the previous answer waits for.
 * @returns the text that is still to be understood; undefined where it was answered
 */
async function answerExpected(
  knowledge: Knowledge,
  { text, at, expecting = {}, budget }: BudgetedInbound,
  answered: BotAnswer,
  waiting: Waiting | undefined,
): Promise<string | undefined> {
  const { replies = [] } = expecting;
  if (waiting && !waiting.isOver) {
    const { mapper, entity, name } = waiting;
    const wanted = await knowledge.entities([entity, ...(mapper.entities ?? [])]);
    const said = recognise(text, wanted, at, budget);
    if (said.some((one) => one.id === entity)) {
      if (await isAnotherSubject(knowledge, waiting, text, said)) {
        answered.steps.push({
          step: 'expected',
          text: t('%{entity} was asked for, but this is about something else', { entity: name }),
        });
        return text;
      }
      answered.steps.push({ step: 'expected', text: t('%{entity} was asked for', { entity: name }) });
      answered.entities = merged(waiting.found, said);
      waiting.isOver = true;
      await answerByMapper(knowledge, toCandidate(mapper, answered.entities), answered, at);
      return undefined;
    }
  }
  const typed = folded(text);
  const tapped = replies.find(({ label, type }) => type !== 'message' && folded(label) === typed);
  if (!tapped) return text;
  answered.steps.push({ step: 'expected', text: t('Quick reply %{label}', { label: tapped.label }) });
  return (await answerTap(knowledge, tapped, answered)) ? undefined : text;
}

/** Runs the action of a tap. @returns false for actions that have no reply */
async function answerTap(knowledge: Knowledge, tapped: Action, answered: BotAnswer): Promise<boolean> {
  if (tapped.type === 'template_action')
    await runReply(knowledge, { type: 'template', template: tapped.templateName }, answered);
  else if (tapped.type === 'flow_action')
    await runReply(knowledge, { type: 'flow', flow: tapped.flow, startAction: tapped.flowAction }, answered);
  else return false;
  return true;
}

async function answerByIntent(
  knowledge: Knowledge,
  { text, written, at, budget }: BudgetedInbound,
  answered: BotAnswer,
  { waiting, isTakenBack }: { waiting?: Waiting; isTakenBack: boolean },
): Promise<void> {
  const { scores, readAs } = await knowledge.understand(text);
  answered.scores = scores;
  if (readAs !== undefined)
    answered.steps.push({
      step: 'reading',
      text: t('Read as “%{text}”, with the other keyboard layout', { text: readAs }),
    });
  const [best] = answered.scores;
  answered.score = best?.score ?? 0;
  const close =
    knowledge.close && !isTakenBack ? closeIntents(scores, knowledge.close.by, knowledge.threshold) : [];
  const said = { written, read: readAs ?? text };
  if (close.length > 0 && (await askWhichIsMeant(knowledge, close, said, answered))) return;
  const isSure = best !== undefined && best.score >= knowledge.threshold;
  const mappers = isSure ? await knowledge.mappersOf(best.id) : [];
  const wanted = await knowledge.entities(mappers.flatMap(({ entities = [] }) => entities));
  answered.entities = recognise(said.read, wanted, at, budget);
  // Such words say so little that only an intent to which they were taught is meant.
  if (isTakenBack && (best?.by.text ?? 0) < SAME) return acknowledge(text, answered);
  if (!isSure) {
    const needed = knowledge.threshold.toFixed(2);
    const text = best
      ? t('Not sure enough: %{intent} %{score}, needs %{needed}', {
          ...{ intent: best.intent, score: best.score.toFixed(2), needed },
        })
      : t('Not sure enough: nothing is known, needs %{needed}', { needed });
    return answerWithFailAction(knowledge, answered, text);
  }
  answered.intent = { id: best.id, name: best.intent };
  answered.steps.push({
    step: 'intent',
    text: t('Intent %{intent}, %{score}', { intent: best.intent, score: best.score.toFixed(2) }),
  });
  if (waiting && !waiting.isOver) continueOrLeave(waiting, best.id, answered);
  if (answered.entities.length > 0)
    answered.steps.push({ step: 'entities', text: answered.entities.map(entityText).join(', ') });
  const candidate = mostSpecific(mappers, answered.entities);
  if (!candidate)
    return answerWithFailAction(knowledge, answered, t('No mapper for %{intent}', { intent: best.intent }));
  return answerByMapper(knowledge, candidate, answered, at, mappers.length);
}

/** Goes on with the text of before, as the intent that the person chose. */
async function answerChosen(
  knowledge: Knowledge,
  { expecting = {}, at, budget }: BudgetedInbound,
  answered: BotAnswer,
  { id, name }: Choices['intents'][number],
  waiting: Waiting | undefined,
): Promise<void> {
  const { text = '', read = text } = expecting.choices ?? {};
  answered.chosen = { text, intent: { id, name } };
  answered.intent = { id, name };
  answered.steps.push({
    step: 'choice',
    text: t('Chosen: %{intent}, for “%{text}”', { intent: name, text }),
  });
  const mappers = await knowledge.mappersOf(id);
  const wanted = await knowledge.entities(mappers.flatMap(({ entities = [] }) => entities));
  answered.entities = recognise(read, wanted, at, budget);
  if (waiting && !waiting.isOver) continueOrLeave(waiting, id, answered);
  const candidate = mostSpecific(mappers, answered.entities);
  if (!candidate)
    return answerWithFailAction(knowledge, answered, t('No mapper for %{intent}', { intent: name }));
  return answerByMapper(knowledge, candidate, answered, at, mappers.length);
}

/** The same intent goes on with what was understood before; another one is a change of the subject. */
function continueOrLeave(waiting: Waiting, intent: string, answered: BotAnswer): void {
  const { mapper, found, name } = waiting;
  if (mapper.intent === intent) {
    waiting.isOver = true;
    answered.entities = merged(found, answered.entities);
  } else if (!answered.steps.some(({ step }) => step === 'expected'))
    answered.steps.push({
      step: 'expected',
      text: t('%{entity} was asked for, but this is about something else', { entity: name }),
    });
}

/** What was understood before, and what is said now; of one entity the newer holds. */
const merged = (before: readonly FoundEntity[], now: readonly FoundEntity[]): FoundEntity[] => [
  ...before.filter(({ id }) => !now.some((one) => one.id === id)),
  ...now,
];

/** Says in the language of the person that something is taken back. */
function acknowledge(text: string, answered: BotAnswer): void {
  answered.answer = { messages: [{ type: 'text', text: isThai(text) ? 'ได้เลย' : 'All right.' }] };
  answered.steps.push({
    step: 'answer',
    text: t('Says that it is taken back; an intent of its own would be answered'),
  });
}

const entityText = ({ entity, value }: FoundEntity): string => `${entity} ${value}`;

/** Asks for a missing entity, or answers. */
async function answerByMapper(
  knowledge: Knowledge,
  { mapper, ask }: Candidate,
  answered: BotAnswer,
  at: Date,
  of = 1,
): Promise<void> {
  const { id, name = '' } = mapper;
  answered.mapper = { id, name };
  answered.steps.push({
    step: 'mapper',
    text:
      of > 1
        ? t('Mapper %{name}, most specific of %{count}', { name, count: of })
        : t('Mapper %{name}', { name }),
  });
  if (!ask) return runReply(knowledge, mapper.action, answered);
  answered.answer = {
    messages: [{ type: 'text', text: ask.text }],
    quickReply: {
      items: (ask.quickReplies ?? []).map((label) => ({ type: 'message', label, text: label })),
    },
  };
  answered.steps.push({ step: 'answer', text: t('Asks for what is missing') });
  answered.expecting = { mapper: id, entity: ask.entity, found: answered.entities, asked: at.toISOString() };
}

async function answerWithFailAction(knowledge: Knowledge, answered: BotAnswer, text: string): Promise<void> {
  answered.failed = true;
  answered.steps.push({ step: 'fail', text });
  if (knowledge.failAction) await runReply(knowledge, knowledge.failAction, answered);
}

/** Remembers the offered quick replies, whose labels may be typed as well. */
function withQuickReplies(answered: BotAnswer): void {
  const last = answered.answer.messages.at(-1)?.quickReply?.items ?? [];
  const replies = last.length > 0 ? last : (answered.answer.quickReply?.items ?? []);
  if (replies.length > 0) answered.expecting = { ...answered.expecting, replies };
}
