import type { ServiceName } from '../../schemas/model/types.ts';

/** The response of `GET /config.json`. */
export interface Config {
  /** The application's version, shown on the sign-in screen. */
  version: string;
  /** Base URL of each service; REST paths (`/api/v1/…`) follow it. Empty means the console's own origin. */
  services: Record<ServiceName, string>;
  socket: { url: string; path: string };
  userPool: { region: string; userPoolId: string; clientId: string; endpoint?: string | null };
  /** Outside sites that the menu links to, in a new tab; absent when there is none. */
  livechatUrl?: string | null;
  documentationUrl?: string | null;
  /** The demo workspace is in use. */
  demo?: boolean;
}

let current: Config | undefined;

/**
 * Fetches the configuration once; a failure may be tried again.
 * @param preloaded responses embedded in the page, by address
 */
export const loadConfig = async (preloaded?: (address: string) => unknown): Promise<Config> => {
  current ??= preloaded?.('/config.json') as Config | undefined;
  if (current) return current;
  const response = await fetch('/config.json', {
    credentials: 'include',
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) throw new Error(`config.json: ${response.status}`);
  current = (await response.json()) as Config;
  return current;
};

/** The configuration; call it only after `loadConfig`. */
export const config = (): Config => {
  if (!current) throw new Error('The configuration has not been loaded.');
  return current;
};
