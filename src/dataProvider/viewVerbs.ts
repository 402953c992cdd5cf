import type { ListView } from '../../schemas/model/responses.ts';
import type { HttpClient } from './httpClient.ts';

export type ViewDraft = Pick<ListView, 'name' | 'query' | 'shared'>;

/** Saved views of lists, and the person's preferences for each list. All reject with HttpError. */
export interface ViewVerbs {
  views: (
    resource: string,
    options?: { signal?: AbortSignal },
  ) => Promise<{ views: ListView[]; preference: Record<string, unknown> }>;
  createView: (resource: string, draft: ViewDraft) => Promise<ListView>;
  updateView: (resource: string, view: ListView, change: Partial<ViewDraft>) => Promise<ListView>;
  deleteView: (resource: string, view: ListView) => Promise<void>;
  /** Saves the preferences of a list. Calls for one list run one after the other, so that the last choice wins. */
  savePreference: (resource: string, preference: object) => Promise<void>;
}

interface Dependencies {
  http: HttpClient;
  url: (resource: string) => string;
}

export const viewVerbs = ({ http, url }: Dependencies): ViewVerbs => {
  const send = (method: string, address: string, body?: unknown) =>
    http(address, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const at = (resource: string, { id }: ListView): string =>
    `${url(resource)}/views/${encodeURIComponent(id)}`;
  const pendingSaves = new Map<string, Promise<void>>();
  return {
    views: async (resource, options) =>
      (await http(`${url(resource)}/views`, options)).json as Awaited<ReturnType<ViewVerbs['views']>>,
    createView: async (resource, draft) =>
      (await send('POST', `${url(resource)}/views`, draft)).json as ListView,
    updateView: async (resource, view, change) =>
      (await send('PUT', at(resource, view), { ...change, version: view.version })).json as ListView,
    deleteView: async (resource, view) => void (await send('DELETE', at(resource, view))),
    savePreference: (resource, preference) => {
      const save = async (): Promise<void> =>
        void (await send('PUT', `${url(resource)}/views/preference`, preference));
      const next = (pendingSaves.get(resource) ?? Promise.resolve()).then(save, save);
      pendingSaves.set(resource, next);
      return next;
    },
  };
};
