import { updateLiveFields } from '../../../engine/resources/write/updateLiveFields.ts';
import type { Services } from '../../../engine/resources/services.ts';
import type { CurvePoint, Regression, SentenceChange } from '../../../../schemas/understanding/training.ts';
import { answer } from '../answering/answer.ts';
import type { BotAnswer, Knowledge, StoredRecord } from '../answering/types.ts';
import { cutStored, storedList, storedText } from '../../../../schemas/texts/stored.ts';

const MAX_SENTENCES = 2_000;
/** Sentences that are told one by one. */
const MAX_TOLD = 200;
/** Steps of the curve over the threshold, from 0 to 1. */
const CURVE_STEPS = 20;

type Sentence = StoredRecord<'test-sentence'>;

/** What became of a sentence. */
interface Judged {
  passed: boolean;
  /** The answer in one line. */
  got: string;
  /** How sure the bot is of the intent, in percent; absent where it has none. */
  sure?: number;
  /** The surest intent; absent where no intent was looked for, as of keywords of rules. */
  best?: { id: string; score: number };
}

/** The regression set. */
export const readSentences = async ({ catalog }: Services): Promise<Sentence[]> =>
  (await catalog.repository('test-sentence')?.list({ take: MAX_SENTENCES })) ?? [];

/** Answers every sentence of the regression set; nothing is stored. */
export async function judgeSentences(
  sentences: readonly Sentence[],
  knowledge: Knowledge,
  yieldIfDue: () => Promise<void>,
): Promise<Judged[]> {
  const at = new Date();
  const judged: Judged[] = [];
  for (const sentence of sentences) {
    const answered = await answer(knowledge, { event: 'message', text: sentence.sentence, at });
    const [best] = answered.scores;
    judged.push({
      passed: isAsExpected(sentence, answered),
      got: cutStored(summarize(answered), 300),
      ...(answered.intent && { sure: Math.round(100 * answered.score) }),
      ...(best && { best: { id: best.id, score: best.score } }),
    });
    await yieldIfDue();
  }
  return judged;
}

/**
 * What differs, sentence by sentence, with the models before and those now.
 * @param before absent where there was no model, or nothing was trained
 */
export function compareSentences(
  sentences: readonly Sentence[],
  before: readonly Judged[] | undefined,
  now: readonly Judged[],
): Regression {
  const counts = { passed: 0, failed: 0, changed: 0, worse: 0, better: 0 };
  const changes: SentenceChange[] = [];
  for (const [at, { id, sentence, result }] of sentences.entries()) {
    const { passed, got } = now[at] ?? { passed: false, got: '' };
    const was = before?.[at];
    counts[passed ? 'passed' : 'failed'] += 1;
    counts.changed += Number(result !== undefined && (result === 'passed') !== passed);
    if (!was || was.passed === passed) continue;
    counts[passed ? 'better' : 'worse'] += 1;
    changes.push({ id, sentence, passed, before: was.got, now: got });
  }
  const worstFirst = changes.toSorted((a, b) => Number(a.passed) - Number(b.passed));
  return { ...counts, sentences: worstFirst.slice(0, MAX_TOLD), curve: curveOf(sentences, now) };
}

/**
 * What becomes of the sentences at each threshold: shares of those that expect an intent, and of those that expect none.
 * Sentences that expect a template say nothing about the threshold.
 */
function curveOf(sentences: readonly Sentence[], judged: readonly Judged[]): CurvePoint[] {
  const scored = sentences.flatMap(({ expects, intent }, at) => {
    const best = judged[at]?.best;
    return best ? [{ expects, right: best.id === intent, score: best.score }] : [];
  });
  const known = scored.filter(({ expects }) => expects === 'intent');
  const foreign = scored.filter(({ expects }) => expects === 'nothing');
  const share = (some: typeof scored, of: typeof scored): number =>
    Math.round((1e4 * some.length) / Math.max(1, of.length)) / 1e4;
  if (known.length === 0) return [];
  return Array.from({ length: CURVE_STEPS + 1 }, (_, step) => step / CURVE_STEPS).map((threshold) => {
    const answered = known.filter(({ score }) => score >= threshold);
    return {
      threshold,
      right: share(
        answered.filter(({ right }) => right),
        known,
      ),
      wrong: share(
        answered.filter(({ right }) => !right),
        known,
      ),
      ...(foreign.length > 0 && {
        foreign: share(
          foreign.filter(({ score }) => score >= threshold),
          foreign,
        ),
      }),
    };
  });
}

/** Stores the results beside the sentences, and whether they differ from the previous ones. */
export async function storeSentences(
  services: Services,
  sentences: readonly Sentence[],
  now: readonly Judged[],
): Promise<void> {
  const checkedAt = new Date().toISOString();
  const updates = sentences.map(({ id, result: before }, at) => {
    const { passed = false, got = '', sure = null } = now[at] ?? {};
    const result = passed ? 'passed' : 'failed';
    return {
      id,
      values: { result, got, sure, changed: before !== undefined && before !== result, checkedAt },
    };
  });
  if (updates.length > 0) await updateLiveFields(services, 'test-sentence', updates);
}

function isAsExpected(
  { expects, intent, template }: StoredRecord<'test-sentence'>,
  { intent: got, template: answered, failed }: BotAnswer,
): boolean {
  if (expects === 'nothing') return failed || got === null;
  return expects === 'template' ? answered?.id === template : got?.id === intent;
}

/** An answer in one line: the intent, and the template that answers it. */
const summarize = ({ intent, template, failed, answer: { messages } }: BotAnswer): string =>
  storedList([
    failed ? storedText('Fallback') : (intent?.name ?? storedText('No intent')),
    ...(template ? [storedText('Template %{name}', { name: template.name })] : []),
    ...(messages.length === 0 ? [storedText('no answer')] : []),
  ]);
