import type { SystemResponse } from '../../schemas/system/responses.ts';
import type { HttpClient } from './httpClient.ts';

export interface SystemVerbs {
  /** The state of the installation. Rejects with HttpError. */
  system: (options?: { signal?: AbortSignal }) => Promise<SystemResponse>;
}

export const systemVerbs = (http: HttpClient, base: string): SystemVerbs => ({
  system: async (options) => (await http(`${base}/api/v1/system`, options)).json as SystemResponse,
});
