import { updateLiveFields, type LiveFieldUpdate } from '../../../engine/resources/write/updateLiveFields.ts';
import type { Services } from '../../../engine/resources/services.ts';
import { answer } from '../answering/answer.ts';
import type { BotAnswer, Knowledge, StoredRecord } from '../answering/types.ts';

const MAX_SENTENCES = 2_000;

/**
 * Runs every sentence of the regression set and stores its result, and whether that differs from the previous run.
 */
export async function runRegression(
  services: Services,
  knowledge: Knowledge,
  yieldIfDue: () => Promise<void>,
): Promise<{ passed: number; failed: number; changed: number }> {
  const sentences = (await services.catalog.typed('test-sentence')?.list({ take: MAX_SENTENCES })) ?? [];
  const counts = { passed: 0, failed: 0, changed: 0 };
  const updates: LiveFieldUpdate[] = [];
  const at = new Date();
  for (const sentence of sentences) {
    const answered = await answer(knowledge, { event: 'message', text: sentence.sentence, at });
    const result = isAsExpected(sentence, answered) ? 'passed' : 'failed';
    const changed = sentence.result !== undefined && sentence.result !== result;
    counts[result] += 1;
    counts.changed += Number(changed);
    const got = summarize(answered).slice(0, 300);
    updates.push({ id: sentence.id, values: { result, got, changed, checkedAt: at.toISOString() } });
    await yieldIfDue();
  }
  if (updates.length > 0) await updateLiveFields(services, 'test-sentence', updates);
  return counts;
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
