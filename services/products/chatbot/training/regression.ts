import { updateLiveFields } from '../../../engine/resources/write/updateLiveFields.ts';
import type { Services } from '../../../engine/resources/services.ts';
import type { Regression, SentenceChange } from '../../../../schemas/understanding/training.ts';
import { answer } from '../answering/answer.ts';
import type { BotAnswer, Knowledge, StoredRecord } from '../answering/types.ts';

const MAX_SENTENCES = 2_000;
/** Sentences that are told one by one. */
const MAX_TOLD = 200;

type Sentence = StoredRecord<'test-sentence'>;

/** What became of a sentence. */
interface Judged {
  passed: boolean;
  /** The answer in one line. */
  got: string;
}

/** The regression set. */
export const readSentences = async ({ catalog }: Services): Promise<Sentence[]> =>
  (await catalog.typed('test-sentence')?.list({ take: MAX_SENTENCES })) ?? [];

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
    judged.push({ passed: isAsExpected(sentence, answered), got: summarize(answered).slice(0, 300) });
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
  return { ...counts, sentences: worstFirst.slice(0, MAX_TOLD) };
}

/** Stores the results beside the sentences, and whether they differ from the previous ones. */
export async function storeSentences(
  services: Services,
  sentences: readonly Sentence[],
  now: readonly Judged[],
): Promise<void> {
  const checkedAt = new Date().toISOString();
  const updates = sentences.map(({ id, result: before }, at) => {
    const { passed = false, got = '' } = now[at] ?? {};
    const result = passed ? 'passed' : 'failed';
    return { id, values: { result, got, changed: before !== undefined && before !== result, checkedAt } };
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

/** An answer in one line. */
const summarize = ({ intent, score, template, failed, answer: { messages } }: BotAnswer): string =>
  [
    failed ? 'Fallback' : (intent?.name ?? 'No intent'),
    ...(intent ? [score.toFixed(2)] : []),
    ...(template ? [template.name] : []),
    ...(messages.length === 0 ? ['no answer'] : []),
  ].join(', ');
