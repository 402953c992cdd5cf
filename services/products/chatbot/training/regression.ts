import { updateLiveFields } from '../../../engine/resources/write/updateLiveFields.ts';
import type { Services } from '../../../engine/resources/services.ts';
import type { CurvePoint, Regression, SentenceChange } from '../../../../schemas/understanding/training.ts';
import { answer } from '../answering/answer.ts';
import type { BotAnswer, Knowledge, StoredRecord } from '../answering/types.ts';
import { cutStored, storedList, storedText } from '../../../../schemas/texts/stored.ts';

const MAX_SENTENCES = 2_000;
/** Changed sentences listed in a report. */
const MAX_LISTED_CHANGES = 200;
/** Steps of the curve over the threshold, from 0 to 1. */
const CURVE_STEPS = 20;

type Sentence = StoredRecord<'test-sentence'>;

/** The result of a test sentence. */
interface SentenceResult {
  passed: boolean;
  /** The answer in one line. */
  got: string;
  /** Score of the intent in percent; absent where there is none. */
  sure?: number;
  /** The best intent; absent where none was needed, as for keywords of rules. */
  best?: { id: string; score: number };
}

/** Lists the regression set. */
export const listTestSentences = async ({ catalog }: Services): Promise<Sentence[]> =>
  (await catalog.repository('test-sentence')?.list({ take: MAX_SENTENCES })) ?? [];

/** Answers every sentence of the regression set; nothing is stored. */
export async function runRegression(
  sentences: readonly Sentence[],
  knowledge: Knowledge,
  yieldIfDue: () => Promise<void>,
): Promise<SentenceResult[]> {
  const at = new Date();
  const results: SentenceResult[] = [];
  for (const sentence of sentences) {
    const botAnswer = await answer(knowledge, { event: 'message', text: sentence.sentence, at });
    const [best] = botAnswer.scores;
    results.push({
      passed: isAsExpected(sentence, botAnswer),
      got: cutStored(summarize(botAnswer), 300),
      ...(botAnswer.intent && { sure: Math.round(100 * botAnswer.score) }),
      ...(best && { best: { id: best.id, score: best.score } }),
    });
    await yieldIfDue();
  }
  return results;
}

/**
 * Compares the results of the models before and now, sentence by sentence.
 * @param before absent where there was no model, or nothing was trained
 */
export function compareSentences(
  sentences: readonly Sentence[],
  before: readonly SentenceResult[] | undefined,
  now: readonly SentenceResult[],
): Regression {
  const counts = { passed: 0, failed: 0, changed: 0, worse: 0, better: 0 };
  const changes: SentenceChange[] = [];
  for (const [at, { id, sentence, result }] of sentences.entries()) {
    const { passed, got } = now[at] ?? { passed: false, got: '' };
    const previous = before?.[at];
    counts[passed ? 'passed' : 'failed'] += 1;
    counts.changed += Number(result !== undefined && (result === 'passed') !== passed);
    if (!previous || previous.passed === passed) continue;
    counts[passed ? 'better' : 'worse'] += 1;
    changes.push({ id, sentence, passed, before: previous.got, now: got });
  }
  const worstFirst = changes.toSorted((a, b) => Number(a.passed) - Number(b.passed));
  return { ...counts, sentences: worstFirst.slice(0, MAX_LISTED_CHANGES), curve: buildCurve(sentences, now) };
}

/**
 * Builds the curve over the threshold: shares of the sentences that expect an intent, and of those that expect none.
 * Sentences that expect a template are left out.
 */
function buildCurve(sentences: readonly Sentence[], results: readonly SentenceResult[]): CurvePoint[] {
  const scored = sentences.flatMap(({ expects, intent }, at) => {
    const best = results[at]?.best;
    return best ? [{ expects, right: best.id === intent, score: best.score }] : [];
  });
  const intentExpected = scored.filter(({ expects }) => expects === 'intent');
  const noneExpected = scored.filter(({ expects }) => expects === 'nothing');
  const share = (part: typeof scored, whole: typeof scored): number =>
    Math.round((1e4 * part.length) / Math.max(1, whole.length)) / 1e4;
  if (intentExpected.length === 0) return [];
  return Array.from({ length: CURVE_STEPS + 1 }, (_, step) => step / CURVE_STEPS).map((threshold) => {
    const answered = intentExpected.filter(({ score }) => score >= threshold);
    return {
      threshold,
      right: share(
        answered.filter(({ right }) => right),
        intentExpected,
      ),
      wrong: share(
        answered.filter(({ right }) => !right),
        intentExpected,
      ),
      ...(noneExpected.length > 0 && {
        foreign: share(
          noneExpected.filter(({ score }) => score >= threshold),
          noneExpected,
        ),
      }),
    };
  });
}

/** Stores the results with the sentences, and whether they differ from the previous ones. */
export async function storeSentenceResults(
  services: Services,
  sentences: readonly Sentence[],
  now: readonly SentenceResult[],
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
    failed || intent === null ? storedText('No intent') : intent.name,
    ...(template ? [storedText('Template %{name}', { name: template.name })] : []),
    ...(messages.length === 0 ? [storedText('no answer')] : []),
  ]);
