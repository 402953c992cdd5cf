import { capabilitiesOf } from '../../../../schemas/channels/registry.ts';
import type { Action } from '../../../../schemas/messages/types.ts';
import { folded } from '../../../../schemas/understanding/normalise.ts';
import { recognise } from '../../../../schemas/understanding/entities.ts';
import { PatternBudget } from '../../../../schemas/understanding/patterns.ts';
import type { Step } from '../../../../schemas/understanding/trial.ts';
import { toCandidate, mostSpecific, type Candidate } from './chooseMapper.ts';
import { runReply } from './runReply.ts';
import { matchesRule } from './rules.ts';
import type { BotAnswer, FoundEntity, Inbound, Knowledge } from './types.ts';

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
  failed: false,
  steps: [],
});

/**
 * Decides what the bot answers, and why. In this order: keywords of ChatAds, rules of chat logic, a tap or a location, what
 * the previous answer waits for, intent and mapper, the fail action. Nothing is stored.
 */
export async function answer(knowledge: Knowledge, inbound: Inbound): Promise<BotAnswer> {
  const budget = new PatternBudget();
  const answered = await decide(knowledge, { ...inbound, budget });
  answered.steps.push(...budget.notes().map((text): Step => ({ step: 'patterns', text })));
  return answered;
}

/** An inbound event with the time that its patterns may take. */
type BudgetedInbound = Inbound & { budget: PatternBudget };

async function decide(knowledge: Knowledge, event: BudgetedInbound): Promise<BotAnswer> {
  const answered = emptyAnswer();
  const inbound = resolveQuickReply(event, answered);
  if (await answerChatAd(knowledge, inbound, answered)) return withQuickReplies(answered);
  if (await answerByRule(knowledge, inbound, answered)) return withQuickReplies(answered);
  if (inbound.event === 'location' && knowledge.locationAction) {
    answered.steps.push({ step: 'answer', text: 'Location action' });
    await runReply(knowledge, knowledge.locationAction, answered);
    return withQuickReplies(answered);
  }
  if (inbound.event === 'postback' && inbound.tapped) await answerTap(knowledge, inbound.tapped, answered);
  if (inbound.event !== 'message') return withQuickReplies(answered);
  const text = await answerExpected(knowledge, inbound, answered);
  if (text === undefined) return withQuickReplies(answered);
  await answerByIntent(knowledge, { ...inbound, text }, answered);
  return withQuickReplies(answered);
}

/** Typing the label of a quick reply that sends a message counts as that message, as a tap does. */
function resolveQuickReply<Event extends Inbound>(inbound: Event, answered: BotAnswer): Event {
  const { event, text, expecting } = inbound;
  const typed = event === 'message' ? folded(text) : '';
  const tapped = typed === '' ? undefined : expecting?.replies?.find(({ label }) => folded(label) === typed);
  if (tapped?.type !== 'message') return inbound;
  answered.steps.push({ step: 'expected', text: `Quick reply ${tapped.label}` });
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
  answered.steps.push({ step: 'chatad', text: `Keyword of ChatAd ${found.name}, topic ${found.topic}` });
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
    answered.steps.push({ step: 'rules', text: `Rule ${name} fits` });
    await runReply(knowledge, reply, answered);
    if (reply.type !== 'set') return true;
  }
  if (!answered.rule) answered.steps.push({ step: 'rules', text: `No rule fits, of ${rules.length}` });
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
): Promise<string | undefined> {
  const { mapper: id, entity = '', found = [], replies = [] } = expecting;
  const mapper = id === undefined ? undefined : await knowledge.mapper(id);
  if (mapper) {
    const wanted = await knowledge.entities([entity, ...(mapper.entities ?? [])]);
    const entities = [...found, ...recognise(text, wanted, at, budget)];
    if (entities.some((one) => one.id === entity)) {
      answered.steps.push({ step: 'expected', text: `${entities.at(-1)?.entity} was asked for` });
      answered.entities = entities;
      await answerByMapper(knowledge, toCandidate(mapper, entities), answered);
      return undefined;
    }
  }
  const typed = folded(text);
  const tapped = replies.find(({ label, type }) => type !== 'message' && folded(label) === typed);
  if (!tapped) return text;
  answered.steps.push({ step: 'expected', text: `Quick reply ${tapped.label}` });
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
  { text, at, budget }: BudgetedInbound,
  answered: BotAnswer,
): Promise<void> {
  const { scores, readAs } = await knowledge.understand(text);
  answered.scores = scores;
  if (readAs !== undefined)
    answered.steps.push({ step: 'reading', text: `Read as “${readAs}”, with the other keyboard layout` });
  const [best] = answered.scores;
  answered.score = best?.score ?? 0;
  const isSure = best !== undefined && best.score >= knowledge.threshold;
  const mappers = isSure ? await knowledge.mappersOf(best.id) : [];
  const wanted = await knowledge.entities(mappers.flatMap(({ entities = [] }) => entities));
  answered.entities = recognise(readAs ?? text, wanted, at, budget);
  if (!isSure) {
    const sure = best ? `${best.intent} ${best.score.toFixed(2)}` : 'nothing is known';
    return answerWithFailAction(
      knowledge,
      answered,
      `Not sure enough: ${sure}, needs ${knowledge.threshold.toFixed(2)}`,
    );
  }
  answered.intent = { id: best.id, name: best.intent };
  answered.steps.push({ step: 'intent', text: `Intent ${best.intent}, ${best.score.toFixed(2)}` });
  if (answered.entities.length > 0)
    answered.steps.push({ step: 'entities', text: answered.entities.map(entityText).join(', ') });
  const candidate = mostSpecific(mappers, answered.entities);
  if (!candidate) return answerWithFailAction(knowledge, answered, `No mapper for ${best.intent}`);
  return answerByMapper(knowledge, candidate, answered, mappers.length);
}

const entityText = ({ entity, value }: FoundEntity): string => `${entity} ${value}`;

/** Asks for a missing entity, or answers. */
async function answerByMapper(
  knowledge: Knowledge,
  { mapper, ask }: Candidate,
  answered: BotAnswer,
  of = 1,
): Promise<void> {
  const { id, name = '' } = mapper;
  answered.mapper = { id, name };
  answered.steps.push({
    step: 'mapper',
    text: `Mapper ${name}${of > 1 ? `, most specific of ${of}` : ''}`,
  });
  if (!ask) return runReply(knowledge, mapper.action, answered);
  answered.answer = {
    messages: [{ type: 'text', text: ask.text }],
    quickReply: {
      items: (ask.quickReplies ?? []).map((label) => ({ type: 'message', label, text: label })),
    },
  };
  answered.steps.push({ step: 'answer', text: 'Asks for what is missing' });
  answered.expecting = { mapper: id, entity: ask.entity, found: answered.entities };
}

async function answerWithFailAction(knowledge: Knowledge, answered: BotAnswer, text: string): Promise<void> {
  answered.failed = true;
  answered.steps.push({ step: 'fail', text });
  if (knowledge.failAction) await runReply(knowledge, knowledge.failAction, answered);
}

/** Remembers the offered quick replies, whose labels may be typed as well. */
function withQuickReplies(answered: BotAnswer): BotAnswer {
  const last = answered.answer.messages.at(-1)?.quickReply?.items ?? [];
  const replies = last.length > 0 ? last : (answered.answer.quickReply?.items ?? []);
  if (replies.length > 0) answered.expecting = { ...answered.expecting, replies };
  return answered;
}
