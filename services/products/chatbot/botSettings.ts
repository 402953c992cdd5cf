import type { Reply } from './answering/types.ts';
import { openSecrets } from '../../engine/resources/secrets.ts';
import { cachedBriefly } from '../../engine/resources/briefCache.ts';
import type { Services } from '../../engine/resources/services.ts';

/** The bot's settings of the workspace. */
export interface BotSettings {
  /** The score from which the bot is sure, from 0.01 to 1. */
  threshold: number;
  /** Answers when it is not sure. */
  failAction?: Reply;
  /** Answers a location. */
  locationAction?: Reply;
  /** Where intents lie closer than this, the bot asks which is meant. Absent where it does not ask. */
  close?: { by: number; question?: string };
  /** Live chat answers people by default, instead of the bot. */
  livechatFirst: boolean;
  /** Seconds before it answers, from 0 to 10. */
  globalDelay: number;
  /** Asked before understanding. */
  enrichUrl?: string;
  /** The custom classifier. */
  classifierUrl?: string;
  /** Asked when a template is filled in. */
  templateUrl?: string;
  /** Told of everything that is sent. */
  outgoingUrl?: string;
  /** Signs the calls of all four. */
  signingKey?: string;
}

const DEFAULT_THRESHOLD = 0.6;
const DEFAULT_CLOSE = 0.15;
const MAX_DELAY_S = 10;
/** Name of the template that is the default fail action. */
const FALLBACK_TEMPLATE = 'fallback';

/** Reads the workspace's settings, with defaults for what is not stored; cached briefly. */
export const botSettings = (services: Services): Promise<BotSettings> =>
  cachedBriefly(services, 'bot settings', ['network', 'template'], () => readSettings(services));

async function readSettings({ catalog, secretBox }: Services): Promise<BotSettings> {
  const network = catalog.find('network');
  const [stored] = (await network?.repository.list({ take: 1 })) ?? [];
  const opened: Record<string, unknown> =
    network && stored ? openSecrets(network.model, stored, secretBox) : {};
  const text = (name: string): string | undefined =>
    typeof opened[name] === 'string' && opened[name] !== '' ? opened[name] : undefined;
  const threshold = Number(opened['confidenceThreshold'] ?? DEFAULT_THRESHOLD);
  let failAction = opened['failAction'] as Reply | undefined;
  if (!failAction) {
    const [fallback] =
      (await catalog.repository('template')?.list({ take: 1, where: [{ name: FALLBACK_TEMPLATE }] })) ?? [];
    if (fallback) failAction = { type: 'template', template: fallback.id };
  }
  return {
    threshold: Number.isFinite(threshold) ? threshold : DEFAULT_THRESHOLD,
    failAction,
    locationAction: opened['locationAction'] as Reply | undefined,
    ...(opened['askWhenClose'] === true && {
      close: { by: Number(opened['closeBy'] ?? DEFAULT_CLOSE), question: text('closeQuestion') },
    }),
    livechatFirst: opened['defaultMode'] === 'LIVECHAT',
    globalDelay: Math.min(Math.max(Number(opened['globalDelay']) || 0, 0), MAX_DELAY_S),
    enrichUrl: text('enrichUrl'),
    classifierUrl: text('classifierUrl'),
    templateUrl: text('templateUrl'),
    outgoingUrl: text('outgoingUrl'),
    signingKey: text('signingKey'),
  };
}
