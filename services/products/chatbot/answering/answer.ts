import { capabilitiesOf } from '../../../../schemas/channels/registry.ts';
import type { Action } from '../../../../schemas/messages/types.ts';
import { foldText } from '../../../../schemas/understanding/normalise.ts';
import { recognizeEntities } from '../../../../schemas/understanding/entities.ts';
import { PatternBudget } from '../../../../schemas/understanding/patterns.ts';
import type { Step } from '../../../../schemas/understanding/botTest.ts';
import { toCandidate, findMostSpecific, type Candidate } from './chooseMapper.ts';
import { isOffTopic, toExpecting, findPendingQuestion, type PendingQuestion } from './pendingQuestion.ts';
import { askWhichIntent, findChosenIntent, findCloseIntents, SAME_SAMPLE_SCORE } from './closeIntents.ts';
import { acknowledgeNeverMind, handleNeverMind } from './neverMind.ts';
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
 * Decides what the bot answers, and why. In this order: keywords of ChatAds, rules of chat logic, a tap or a location, the
 * pending question, intent and mapper, the fail action. Nothing is stored.
 */
export async function answer(knowledge: Knowledge, inbound: Inbound): Promise<BotAnswer> {
  const budget = new PatternBudget();
  const botAnswer = await decide(knowledge, { ...inbound, budget, original: inbound.text });
  botAnswer.steps.push(...budget.notes().map((text): Step => ({ step: 'patterns', text })));
  return botAnswer;
}

/** An inbound event with the time budget of its patterns, and its text as the person wrote it. */
type BudgetedInbound = Inbound & { budget: PatternBudget; original: string };

async function decide(knowledge: Knowledge, event: BudgetedInbound): Promise<BotAnswer> {
  const botAnswer = emptyAnswer();
  const question = await findPendingQuestion(knowledge, event, botAnswer);
  await addReply(knowledge, resolveQuickReply(event, botAnswer), botAnswer, question);
  rememberQuickReplies(botAnswer);
  const isStillPending =
    question && !question.isOver && !botAnswer.handoff && botAnswer.expecting?.mapper === undefined;
  // An event that is no message leaves the pending question as it is, unless its answer expects something itself.
  if (isStillPending && (event.event === 'message' || botAnswer.expecting))
    botAnswer.expecting = { ...botAnswer.expecting, ...toExpecting(question, botAnswer) };
  return botAnswer;
}

async function addReply(
  knowledge: Knowledge,
  inbound: BudgetedInbound,
  botAnswer: BotAnswer,
  question: PendingQuestion | undefined,
): Promise<void> {
  if (await answerChatAd(knowledge, inbound, botAnswer)) return;
  if (await answerByRule(knowledge, inbound, botAnswer)) return;
  if (inbound.event === 'location' && knowledge.locationAction) {
    botAnswer.steps.push({ step: 'answer', text: t('Location action') });
    return runReply(knowledge, knowledge.locationAction, botAnswer);
  }
  if (inbound.event === 'postback' && inbound.tapped) await answerTap(knowledge, inbound.tapped, botAnswer);
  if (inbound.event !== 'message') return;
  const chosen = findChosenIntent(inbound.expecting?.choices, inbound.text);
  if (chosen) return answerChosen(knowledge, inbound, botAnswer, chosen, question);
  const neverMind = handleNeverMind(inbound, botAnswer, question);
  const text = await answerExpected(knowledge, { ...inbound, text: neverMind.text }, botAnswer, question);
  if (text === undefined) return;
  await answerByIntent(knowledge, { ...inbound, text }, botAnswer, {
    question,
    isOnlyNeverMind: neverMind.isOnlyNeverMind,
  });
}

/** Typing the label of a quick reply that sends a message counts as that message, as a tap does. */
function resolveQuickReply<Event extends Inbound>(inbound: Event, botAnswer: BotAnswer): Event {
  const { event, text, expecting } = inbound;
  const typed = event === 'message' ? foldText(text) : '';
  const tapped =
    typed === '' ? undefined : expecting?.replies?.find(({ label }) => foldText(label) === typed);
  if (tapped?.type !== 'message') return inbound;
  botAnswer.steps.push({ step: 'expected', text: t('Quick reply %{label}', { label: tapped.label }) });
  return { ...inbound, text: tapped.text };
}

/** People who come from a ChatAd send the keyword that the ad put into their input. */
async function answerChatAd(knowledge: Knowledge, inbound: Inbound, botAnswer: BotAnswer): Promise<boolean> {
  const { event, channel, text } = inbound;
  if (event !== 'message' || !capabilitiesOf(channel?.type).chatAds || channel?.id === undefined)
    return false;
  const found = await knowledge.chatAd(channel.id, text);
  if (!found) return false;
  botAnswer.chatAd = { id: found.id, name: found.name };
  botAnswer.steps.push({
    step: 'chatad',
    text: t('Keyword of ChatAd %{name}, topic %{topic}', { name: found.name, topic: found.topic }),
  });
  await runReply(knowledge, { type: 'template', template: found.template }, botAnswer);
  return true;
}

/** The first rule that matches answers; one that only sets something lets the next ones try. */
async function answerByRule(
  knowledge: Knowledge,
  inbound: BudgetedInbound,
  botAnswer: BotAnswer,
): Promise<boolean> {
  const rules = (await knowledge.rules()).filter(({ active }) => active !== false);
  for (const { id, name, when, then: reply } of rules) {
    if (!matchesRule(when, inbound, { budget: inbound.budget, name })) continue;
    botAnswer.rule ??= { id, name };
    botAnswer.steps.push({ step: 'rules', text: t('Rule %{name} fits', { name }) });
    await runReply(knowledge, reply, botAnswer);
    if (reply.type !== 'set') return true;
  }
  if (!botAnswer.rule)
    botAnswer.steps.push({ step: 'rules', text: t('No rule fits, of %{count}', { count: rules.length }) });
  return false;
}

/**
 * Answers a text that fits the pending question or a quick reply.
 * @returns the text that is still to be understood; undefined if it is answered
 */
async function answerExpected(
  knowledge: Knowledge,
  { text, at, expecting = {}, budget }: BudgetedInbound,
  botAnswer: BotAnswer,
  question: PendingQuestion | undefined,
): Promise<string | undefined> {
  const { replies = [] } = expecting;
  if (question && !question.isOver) {
    const { mapper, entity, name } = question;
    const entities = await knowledge.entities([entity, ...(mapper.entities ?? [])]);
    const found = recognizeEntities(text, entities, at, budget);
    if (found.some((one) => one.id === entity)) {
      if (await isOffTopic(knowledge, question, text, found)) {
        botAnswer.steps.push({
          step: 'expected',
          text: t('%{entity} was asked for, but this is about something else', { entity: name }),
        });
        return text;
      }
      botAnswer.steps.push({ step: 'expected', text: t('%{entity} was asked for', { entity: name }) });
      botAnswer.entities = mergeEntities(question.found, found);
      question.isOver = true;
      await answerByMapper(knowledge, toCandidate(mapper, botAnswer.entities), botAnswer, at);
      return undefined;
    }
  }
  const typed = foldText(text);
  const tapped = replies.find(({ label, type }) => type !== 'message' && foldText(label) === typed);
  if (!tapped) return text;
  botAnswer.steps.push({ step: 'expected', text: t('Quick reply %{label}', { label: tapped.label }) });
  return (await answerTap(knowledge, tapped, botAnswer)) ? undefined : text;
}

/** Runs the action of a tap. @returns false for actions that have no reply */
async function answerTap(knowledge: Knowledge, tapped: Action, botAnswer: BotAnswer): Promise<boolean> {
  if (tapped.type === 'template_action')
    await runReply(knowledge, { type: 'template', template: tapped.templateName }, botAnswer);
  else if (tapped.type === 'flow_action')
    await runReply(knowledge, { type: 'flow', flow: tapped.flow, startAction: tapped.flowAction }, botAnswer);
  else return false;
  return true;
}

async function answerByIntent(
  knowledge: Knowledge,
  { text, original, at, budget }: BudgetedInbound,
  botAnswer: BotAnswer,
  { question, isOnlyNeverMind }: { question?: PendingQuestion; isOnlyNeverMind: boolean },
): Promise<void> {
  const { scores, readAs } = await knowledge.understand(text);
  botAnswer.scores = scores;
  if (readAs !== undefined)
    botAnswer.steps.push({
      step: 'reading',
      text: t('Read as “%{text}”, with the other keyboard layout', { text: readAs }),
    });
  const [best] = botAnswer.scores;
  botAnswer.score = best?.score ?? 0;
  const close =
    knowledge.disambiguation && !isOnlyNeverMind
      ? findCloseIntents(scores, knowledge.disambiguation.maxDistance, knowledge.threshold)
      : [];
  const texts = { written: original, read: readAs ?? text };
  if (close.length > 0 && (await askWhichIntent(knowledge, close, texts, botAnswer))) return;
  const isSure = best !== undefined && best.score >= knowledge.threshold;
  const mappers = isSure ? await knowledge.mappersOf(best.id) : [];
  const entities = await knowledge.entities(mappers.flatMap(({ entities = [] }) => entities));
  botAnswer.entities = recognizeEntities(texts.read, entities, at, budget);
  // “Never mind” alone matches only an intent that has it as a sample.
  if (isOnlyNeverMind && (best?.by.text ?? 0) < SAME_SAMPLE_SCORE)
    return acknowledgeNeverMind(text, botAnswer);
  if (!isSure) {
    const needed = knowledge.threshold.toFixed(2);
    const text = best
      ? t('Not sure enough: %{intent} %{score}, needs %{needed}', {
          ...{ intent: best.intent, score: best.score.toFixed(2), needed },
        })
      : t('Not sure enough: nothing is known, needs %{needed}', { needed });
    return answerWithFailAction(knowledge, botAnswer, text);
  }
  botAnswer.intent = { id: best.id, name: best.intent };
  botAnswer.steps.push({
    step: 'intent',
    text: t('Intent %{intent}, %{score}', { intent: best.intent, score: best.score.toFixed(2) }),
  });
  if (question && !question.isOver) resumeOrChangeSubject(question, best.id, botAnswer);
  if (botAnswer.entities.length > 0)
    botAnswer.steps.push({ step: 'entities', text: botAnswer.entities.map(entityText).join(', ') });
  const candidate = findMostSpecific(mappers, botAnswer.entities);
  if (!candidate)
    return answerWithFailAction(knowledge, botAnswer, t('No mapper for %{intent}', { intent: best.intent }));
  return answerByMapper(knowledge, candidate, botAnswer, at, mappers.length);
}

/** Answers the earlier text as the intent that the person chose. */
async function answerChosen(
  knowledge: Knowledge,
  { expecting = {}, at, budget }: BudgetedInbound,
  botAnswer: BotAnswer,
  { id, name }: Choices['intents'][number],
  question: PendingQuestion | undefined,
): Promise<void> {
  const { text = '', read = text } = expecting.choices ?? {};
  botAnswer.chosen = { text, intent: { id, name } };
  botAnswer.intent = { id, name };
  botAnswer.steps.push({
    step: 'choice',
    text: t('Chosen: %{intent}, for “%{text}”', { intent: name, text }),
  });
  const mappers = await knowledge.mappersOf(id);
  const entities = await knowledge.entities(mappers.flatMap(({ entities = [] }) => entities));
  botAnswer.entities = recognizeEntities(read, entities, at, budget);
  if (question && !question.isOver) resumeOrChangeSubject(question, id, botAnswer);
  const candidate = findMostSpecific(mappers, botAnswer.entities);
  if (!candidate)
    return answerWithFailAction(knowledge, botAnswer, t('No mapper for %{intent}', { intent: name }));
  return answerByMapper(knowledge, candidate, botAnswer, at, mappers.length);
}

/** If the intent is that of the question, takes over the entities found before; otherwise notes a change of subject. */
function resumeOrChangeSubject(question: PendingQuestion, intent: string, botAnswer: BotAnswer): void {
  const { mapper, found, name } = question;
  if (mapper.intent === intent) {
    question.isOver = true;
    botAnswer.entities = mergeEntities(found, botAnswer.entities);
  } else if (!botAnswer.steps.some(({ step }) => step === 'expected'))
    botAnswer.steps.push({
      step: 'expected',
      text: t('%{entity} was asked for, but this is about something else', { entity: name }),
    });
}

/** Entities found before and now; of the same entity the newer one counts. */
const mergeEntities = (before: readonly FoundEntity[], now: readonly FoundEntity[]): FoundEntity[] => [
  ...before.filter(({ id }) => !now.some((one) => one.id === id)),
  ...now,
];

const entityText = ({ entity, value }: FoundEntity): string => `${entity} ${value}`;

/** Asks for a missing entity, or runs the mapper's action. */
async function answerByMapper(
  knowledge: Knowledge,
  { mapper, question }: Candidate,
  botAnswer: BotAnswer,
  at: Date,
  mapperCount = 1,
): Promise<void> {
  const { id, name = '' } = mapper;
  botAnswer.mapper = { id, name };
  botAnswer.steps.push({
    step: 'mapper',
    text:
      mapperCount > 1
        ? t('Mapper %{name}, most specific of %{count}', { name, count: mapperCount })
        : t('Mapper %{name}', { name }),
  });
  if (!question) return runReply(knowledge, mapper.action, botAnswer);
  botAnswer.answer = {
    messages: [{ type: 'text', text: question.text }],
    quickReply: {
      items: (question.quickReplies ?? []).map((label) => ({ type: 'message', label, text: label })),
    },
  };
  botAnswer.steps.push({ step: 'answer', text: t('Asks for what is missing') });
  botAnswer.expecting = {
    mapper: id,
    entity: question.entity,
    found: botAnswer.entities,
    asked: at.toISOString(),
  };
}

async function answerWithFailAction(knowledge: Knowledge, botAnswer: BotAnswer, text: string): Promise<void> {
  botAnswer.failed = true;
  botAnswer.steps.push({ step: 'fail', text });
  if (knowledge.failAction) await runReply(knowledge, knowledge.failAction, botAnswer);
}

/** Adds the offered quick replies to what the answer expects, because their labels may be typed too. */
function rememberQuickReplies(botAnswer: BotAnswer): void {
  const last = botAnswer.answer.messages.at(-1)?.quickReply?.items ?? [];
  const replies = last.length > 0 ? last : (botAnswer.answer.quickReply?.items ?? []);
  if (replies.length > 0) botAnswer.expecting = { ...botAnswer.expecting, replies };
}
