import { updateLiveFields, type LiveFieldUpdate } from '../../../engine/resources/write/updateLiveFields.ts';
import type { Services } from '../../../engine/resources/services.ts';
import { answer } from '../answering/answer.ts';
import { summarize } from '../answering/tryIt.ts';
import type { BotAnswer, Knowledge, StoredRecord } from '../answering/types.ts';

/** Sentences that are tried after a training, at most. */
const MAX_SENTENCES = 2_000;

/**
 * Tries every sentence of the regression set and notes beside it what came of it, and whether that is another than the
 * time before.
 */
export async function runRegression(
  services: Services,
  knowledge: Knowledge,
  breathe: () => Promise<void>,
): Promise<{ passed: number; failed: number; changed: number }> {
  const sentences = (await services.catalog.typed('test-sentence')?.list({ take: MAX_SENTENCES })) ?? [];
  const counts = { passed: 0, failed: 0, changed: 0 };
  const facts: LiveFieldUpdate[] = [];
  const at = new Date();
  for (const sentence of sentences) {
    const answered = await answer(knowledge, { event: 'message', text: sentence.sentence, at });
    const result = isAsExpected(sentence, answered) ? 'passed' : 'failed';
    const changed = sentence.result !== undefined && sentence.result !== result;
    counts[result] += 1;
    counts.changed += Number(changed);
    const got = summarize(answered, answered.answer).slice(0, 300);
    facts.push({ id: sentence.id, values: { result, got, changed, checkedAt: at.toISOString() } });
    await breathe();
  }
  if (facts.length > 0) await updateLiveFields(services, 'test-sentence', facts);
  return counts;
}

function isAsExpected(
  { expects, intent, template }: StoredRecord<'test-sentence'>,
  { intent: got, template: said, failed }: BotAnswer,
): boolean {
  if (expects === 'nothing') return failed || got === null;
  return expects === 'template' ? said?.id === template : got?.id === intent;
}
