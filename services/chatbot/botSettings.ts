import type { Reply } from './answering/types.ts';
import { openSecrets } from '../resources/secrets.ts';
import type { Services } from '../resources/services.ts';

/** How the bot of this workspace answers. */
export interface BotSettings {
  /** Below it the bot is not sure, from 0.01 to 1. */
  threshold: number;
  /** What it answers then. */
  failAction?: Reply;
  /** The custom classifier. */
  classifierUrl?: string;
  signingKey?: string;
}

const USUAL_THRESHOLD = 0.6;
/** The template that stands in for a fail action that nobody chose. */
const FALLBACK = 'fallback';

/** From the workspace's settings, where the product has them and they were saved; else what is usual. */
export async function botSettings({ catalog, sealer }: Services): Promise<BotSettings> {
  const network = catalog.named('network');
  const [stored] = (await network?.repository.list({ take: 1 })) ?? [];
  const opened: Record<string, unknown> = network && stored ? openSecrets(network.model, stored, sealer) : {};
  const text = (name: string): string | undefined =>
    typeof opened[name] === 'string' && opened[name] !== '' ? opened[name] : undefined;
  const threshold = Number(opened['confidenceThreshold'] ?? USUAL_THRESHOLD);
  let failAction = opened['failAction'] as Reply | undefined;
  if (!failAction) {
    const [fallback] =
      (await catalog.typed('template')?.list({ take: 1, where: [{ name: FALLBACK }] })) ?? [];
    if (fallback) failAction = { type: 'template', template: fallback.id };
  }
  return {
    threshold: Number.isFinite(threshold) ? threshold : USUAL_THRESHOLD,
    failAction,
    classifierUrl: text('classifierUrl'),
    signingKey: text('signingKey'),
  };
}
