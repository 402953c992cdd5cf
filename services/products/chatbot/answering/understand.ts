import { computeConfidence, computeLeads, topIndexes } from '../../../../schemas/understanding/confidence.ts';
import { matchText } from '../../../../schemas/understanding/fuzzy.ts';
import { extractGrams } from '../../../../schemas/understanding/grams.ts';
import { swapKeyboardLayout } from '../../../../schemas/understanding/keyboards.ts';
import { computeSimilarity } from '../../../../schemas/understanding/vector.ts';
import type { WebhookCaller } from '../../../engine/outbound/webhooks/caller.ts';
import type { BotSettings } from '../botSettings.ts';
import type { TrainedText, TrainedVector } from '../training/models.ts';
import type { Models } from '../training/store.ts';
import type { Classifier } from '../../../../schemas/understanding/training.ts';
import type { IntentScore, TextUnderstanding } from '../../../../schemas/understanding/botTest.ts';

const MAX_SCORES = 5;

/** A classifier's score of an intent. */
type Vote = { id: string; intent: string; score: number };

/** Lead of the score in the other keyboard layout over that of the typed text, from which it is used. */
const MIN_LEAD_OF_OTHER_LAYOUT = 0.2;

/**
 * Scores the intents of a text with all trained classifiers; for each intent the best score counts. The custom classifier
 * is called if it has an address; if it fails, the others decide. A text that scores clearly better in the other keyboard
 * layout is read in that layout.
 */
export async function understand(
  models: Models,
  settings: BotSettings,
  text: string,
  call: WebhookCaller,
): Promise<TextUnderstanding> {
  const asTyped = await scoreIntents(models, text, voteByWebhook(models, settings, text, call));
  const other = swapKeyboardLayout(text);
  if (other === undefined) return { scores: asTyped };
  const best = asTyped[0]?.score ?? 0;
  const inOtherLayout = await scoreIntents(models, other);
  const bestOther = inOtherLayout[0]?.score ?? 0;
  const usesOtherLayout = bestOther >= settings.threshold && bestOther >= best + MIN_LEAD_OF_OTHER_LAYOUT;
  return usesOtherLayout ? { scores: inOtherLayout, readAs: other } : { scores: asTyped };
}

async function scoreIntents(
  models: Models,
  text: string,
  custom: Promise<Vote[]> = Promise.resolve([]),
): Promise<IntentScore[]> {
  const votes: [Classifier, Vote[]][] = [
    ['vector', models.vector ? voteByVector(models.vector, text) : []],
    ['text', models.text ? voteByText(models.text, text) : []],
    ['custom', await custom],
  ];
  const scored = new Map<string, IntentScore>();
  for (const [kind, ofKind] of votes) {
    for (const { id, intent, score } of ofKind) {
      const entry = scored.get(id) ?? { id, intent, score: 0, by: {} };
      entry.by[kind] = Math.max(entry.by[kind] ?? 0, round(score));
      entry.score = Math.max(entry.score, round(score));
      scored.set(id, entry);
    }
  }
  return [...scored.values()].sort((a, b) => b.score - a.score).slice(0, MAX_SCORES);
}

const round = (score: number): number => Math.round(score * 1e4) / 1e4;

function voteByVector({ intents, confidence, model }: TrainedVector, text: string): Vote[] {
  const { like, score: scores } = computeSimilarity(model, extractGrams(text));
  const leads = computeLeads(scores);
  return topIndexes(scores, MAX_SCORES).flatMap((at) => {
    const intent = intents[at];
    if (!intent || (like[at] ?? 0) === 0) return [];
    const score = computeConfidence(confidence, like[at] ?? 0, leads[at] ?? 0);
    return [{ id: intent.id, intent: intent.name, score }];
  });
}

function voteByText({ intents, samples }: TrainedText, text: string): Vote[] {
  return matchText(samples, text).flatMap(({ intent, score }) => {
    const trained = intents[intent];
    return trained ? [{ id: trained.id, intent: trained.name, score }] : [];
  });
}

/** `{text}` → `{scores: [{intent, score}]}`, intents by name or id. */
async function voteByWebhook(
  models: Models,
  { classifierUrl: url }: BotSettings,
  text: string,
  call: WebhookCaller,
): Promise<Vote[]> {
  if (url === undefined) return [];
  const answer = await call(url, { event: 'classify', text });
  if (!('json' in answer)) return [];
  const { scores } = (answer.json ?? {}) as { scores?: unknown };
  const intents = models.vector?.intents ?? models.text?.intents ?? [];
  return (Array.isArray(scores) ? scores.slice(0, 100) : []).flatMap((one: unknown) => {
    const { intent, score } = (one ?? {}) as { intent?: unknown; score?: unknown };
    const found = intents.find(({ id, name }) => id === intent || name === intent);
    if (!found || typeof score !== 'number' || !(score >= 0 && score <= 1)) return [];
    return [{ id: found.id, intent: found.name, score }];
  });
}
