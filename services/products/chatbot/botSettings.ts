import type { Reply } from './answering/types.ts';
import { openSecrets } from '../../engine/resources/secrets.ts';
import { cachedBriefly } from '../../engine/resources/briefCache.ts';
import type { Services } from '../../engine/resources/services.ts';

/** The bot's settings of the workspace. */
export interface BotSettings {
  /** The score from which the bot answers, from 0.01 to 1. */
  threshold: number;
  /** Reply where no intent reaches the threshold. */
  failAction?: Reply;
  /** Reply to a location. */
  locationAction?: Reply;
  /** When to ask which intent was meant: the largest distance of their scores, and the question. Absent: never. */
  disambiguation?: { maxDistance: number; question?: string };
  /** Live chat answers people by default, instead of the bot. */
  livechatFirst: boolean;
  /** Seconds before it answers, from 0 to 10. */
  globalDelay: number;
  /** Webhook called before understanding. */
  enrichUrl?: string;
  /** Webhook of the custom classifier. */
  classifierUrl?: string;
  /** Webhook called when a template is filled in. */
  templateUrl?: string;
  /** Webhook that receives a copy of everything that is sent. */
  outgoingUrl?: string;
  /** Signs the calls of all four. */
  signingKey?: string;
}

const DEFAULT_THRESHOLD = 0.6;
const DEFAULT_MAX_DISTANCE = 0.15;
const MAX_DELAY_S = 10;
/** Name of the template that is the default fail action. */
const FALLBACK_TEMPLATE = 'fallback';

/** Reads the workspace's settings, with defaults for what is not stored; cached briefly. */
export const botSettings = (services: Services): Promise<BotSettings> =>
  cachedBriefly(services, 'bot settings', ['network', 'template'], () => loadSettings(services));

async function loadSettings({ catalog, secretBox }: Services): Promise<BotSettings> {
  const network = catalog.find('network');
  const [stored] = (await network?.repository.list({ take: 1 })) ?? [];
  const settings: Record<string, unknown> =
    network && stored ? openSecrets(network.model, stored, secretBox) : {};
  const text = (name: string): string | undefined =>
    typeof settings[name] === 'string' && settings[name] !== '' ? settings[name] : undefined;
  const threshold = Number(settings['confidenceThreshold'] ?? DEFAULT_THRESHOLD);
  let failAction = settings['failAction'] as Reply | undefined;
  if (!failAction) {
    const [fallback] =
      (await catalog.repository('template')?.list({ take: 1, where: [{ name: FALLBACK_TEMPLATE }] })) ?? [];
    if (fallback) failAction = { type: 'template', template: fallback.id };
  }
  return {
    threshold: Number.isFinite(threshold) ? threshold : DEFAULT_THRESHOLD,
    failAction,
    locationAction: settings['locationAction'] as Reply | undefined,
    ...(settings['askWhenClose'] === true && {
      disambiguation: {
        maxDistance: Number(settings['closeBy'] ?? DEFAULT_MAX_DISTANCE),
        question: text('closeQuestion'),
      },
    }),
    livechatFirst: settings['defaultMode'] === 'LIVECHAT',
    globalDelay: Math.min(Math.max(Number(settings['globalDelay']) || 0, 0), MAX_DELAY_S),
    enrichUrl: text('enrichUrl'),
    classifierUrl: text('classifierUrl'),
    templateUrl: text('templateUrl'),
    outgoingUrl: text('outgoingUrl'),
    signingKey: text('signingKey'),
  };
}
