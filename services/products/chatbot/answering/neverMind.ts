import { textAfterCancelPhrase } from '../../../../schemas/understanding/cancelPhrases.ts';
import { isThai } from './closeIntents.ts';
import type { PendingQuestion } from './pendingQuestion.ts';
import type { BotAnswer, Inbound } from './types.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/**
 * Withdraws the pending question, or the choice of intents, if the text begins with words such as “never mind”.
 * @returns the text after these words, or the whole text if there is none
 */
export function handleNeverMind(
  { text, expecting = {} }: Inbound,
  botAnswer: BotAnswer,
  question: PendingQuestion | undefined,
): { text: string; isOnlyNeverMind: boolean } {
  const hasQuestion = question !== undefined || expecting.choices !== undefined;
  const remainder = hasQuestion ? textAfterCancelPhrase(text) : undefined;
  if (remainder === undefined) return { text, isOnlyNeverMind: false };
  if (question) question.isOver = true;
  const step = question
    ? t('Taken back: %{entity} is no longer waited for', { entity: question.name })
    : t('Taken back: no choice is waited for');
  botAnswer.steps.push({ step: 'expected', text: step });
  return remainder === '' ? { text, isOnlyNeverMind: true } : { text: remainder, isOnlyNeverMind: false };
}

/** Confirms in the person's language that the question is withdrawn. */
export function acknowledgeNeverMind(text: string, botAnswer: BotAnswer): void {
  botAnswer.answer = { messages: [{ type: 'text', text: isThai(text) ? 'ได้เลย' : 'All right.' }] };
  botAnswer.steps.push({
    step: 'answer',
    text: t('Says that it is taken back; an intent of its own would be answered'),
  });
}
