import type { ListView } from '../../schemas/model/responses.ts';
import type { HttpClient } from './httpClient.ts';

export type ViewDraft = Pick<ListView, 'name' | 'query' | 'shared'>;

/** Kept states of lists, and how the person likes each list. All reject with HttpError. */
export interface ViewVerbs {
  views: (
    resource: string,
    options?: { signal?: AbortSignal },
  ) => Promise<{ views: ListView[]; preference: Record<string, unknown> }>;
  createView: (resource: string, draft: ViewDraft) => Promise<ListView>;
  changeView: (resource: string, view: ListView, change: Partial<ViewDraft>) => Promise<ListView>;
  removeView: (resource: string, view: ListView) => Promise<void>;
  /** Those of a list go one after the other: what was chosen last is what stays. */
  prefer: (resource: string, preference: object) => Promise<void>;
}

interface Parts {
  http: HttpClient;
  url: (resource: string) => string;
}

export const viewVerbs = ({ http, url }: Parts): ViewVerbs => {
  const send = (method: string, address: string, body?: unknown) =>
    http(address, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const at = (resource: string, { id }: ListView): string =>
    `${url(resource)}/views/${encodeURIComponent(id)}`;
  const preferring = new Map<string, Promise<void>>();
  return {
    views: async (resource, options) =>
      (await http(`${url(resource)}/views`, options)).json as Awaited<ReturnType<ViewVerbs['views']>>,
    createView: async (resource, draft) =>
      (await send('POST', `${url(resource)}/views`, draft)).json as ListView,
    changeView: async (resource, view, change) =>
      (await send('PUT', at(resource, view), { ...change, version: view.version })).json as ListView,
    removeView: async (resource, view) => void (await send('DELETE', at(resource, view))),
    prefer: (resource, preference) => {
      const put = async (): Promise<void> =>
        void (await send('PUT', `${url(resource)}/views/preference`, preference));
      const next = (preferring.get(resource) ?? Promise.resolve()).then(put, put);
      preferring.set(resource, next);
      return next;
    },
  };
};
