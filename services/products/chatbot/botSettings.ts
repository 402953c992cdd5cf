import type { Reply } from './answering/types.ts';
import { openSecrets } from '../../engine/resources/secrets.ts';
import { cachedBriefly } from '../../engine/resources/briefCache.ts';
import type { Services } from '../../engine/resources/services.ts';

/** How the bot of this workspace answers. */
export interface BotSettings {
  /** Below it the bot is not sure, from 0.01 to 1. */
  threshold: number;
  /** What it answers then. */
  failAction?: Reply;
  /** What it answers to a place that somebody sends. */
  locationAction?: Reply;
  /** Whom nobody else was asked to answer is answered by live chat first, and the bot leaves everybody alone. */
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
/** Seconds. */
const MAX_DELAY_S = 10;
/** The template that stands in for a fail action that nobody chose. */
const FALLBACK_TEMPLATE = 'fallback';

/** From the workspace's settings, where the product has them and they were saved; else what is usual. */
export const botSettings = (services: Services): Promise<BotSettings> =>
  cachedBriefly(services, 'bot settings', ['network', 'template'], () => readSettings(services));

async function readSettings({ catalog, secretBox }: Services): Promise<BotSettings> {
  const network = catalog.named('network');
  const [stored] = (await network?.repository.list({ take: 1 })) ?? [];
  const opened: Record<string, unknown> =
    network && stored ? openSecrets(network.model, stored, secretBox) : {};
  const text = (name: string): string | undefined =>
    typeof opened[name] === 'string' && opened[name] !== '' ? opened[name] : undefined;
  const threshold = Number(opened['confidenceThreshold'] ?? DEFAULT_THRESHOLD);
  let failAction = opened['failAction'] as Reply | undefined;
  if (!failAction) {
    const [fallback] =
      (await catalog.typed('template')?.list({ take: 1, where: [{ name: FALLBACK_TEMPLATE }] })) ?? [];
    if (fallback) failAction = { type: 'template', template: fallback.id };
  }
  return {
    threshold: Number.isFinite(threshold) ? threshold : DEFAULT_THRESHOLD,
    failAction,
    locationAction: opened['locationAction'] as Reply | undefined,
    livechatFirst: opened['defaultMode'] === 'LIVECHAT',
    globalDelay: Math.min(Math.max(Number(opened['globalDelay']) || 0, 0), MAX_DELAY_S),
    enrichUrl: text('enrichUrl'),
    classifierUrl: text('classifierUrl'),
    templateUrl: text('templateUrl'),
    outgoingUrl: text('outgoingUrl'),
    signingKey: text('signingKey'),
  };
}
