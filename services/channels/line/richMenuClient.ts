import type { OutboundOptions } from '../../engine/outbound/request.ts';
import type { Settings } from '../../engine/settings/settings.ts';
import { callPlatform, UpstreamUnavailableError, type PlatformResponse } from '../callPlatform.ts';
import { LINE_API, LINE_DATA_API } from './addresses.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

/** LINE rejected a request. The message is for people. */
export class LineApiError extends Error {
  override name = 'LineApiError';
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const TIMEOUT_MS = 20_000;
/** Bytes of a response: the list of an account's 1,000 menus, with all their areas. */
const MAX_BYTES = 32 * 1024 * 1024;
/** People whose menu one call changes. */
export const MAX_PEOPLE_PER_CALL = 500;

/** The rich-menu part of LINE's Messaging API for one account. Every method throws a LineApiError for a rejected request. */
export class LineRichMenuClient {
  constructor(
    private readonly settings: Pick<Settings, 'addressOf'>,
    private readonly token: string,
  ) {}

  /** All menus of the account, also those of other tools. */
  async list(): Promise<{ richMenuId: string; name: string }[]> {
    const { richmenus } = (await this.json('GET', '/v2/bot/richmenu/list')) as {
      richmenus?: { richMenuId: string; name: string }[];
    };
    return richmenus ?? [];
  }

  /** @returns the id that LINE gives the menu */
  async create(menu: object): Promise<string> {
    const { richMenuId } = (await this.json('POST', '/v2/bot/richmenu', menu)) as { richMenuId?: string };
    if (!richMenuId) throw new LineApiError(502, storedText('LINE gave no id for the menu.'));
    return richMenuId;
  }

  async upload(id: string, type: string, content: Uint8Array): Promise<void> {
    const url = `${this.settings.addressOf(LINE_DATA_API)}/v2/bot/richmenu/${id}/content`;
    await this.call(url, { method: 'POST', headers: { 'content-type': type }, body: content });
  }

  /** The menu for all users; undefined where there is none. */
  async default(): Promise<string | undefined> {
    try {
      const { richMenuId } = (await this.json('GET', '/v2/bot/user/all/richmenu')) as { richMenuId?: string };
      return richMenuId;
    } catch (error) {
      if (error instanceof LineApiError && error.status === 404) return undefined;
      throw error;
    }
  }

  setDefault = (id: string): Promise<unknown> => this.json('POST', `/v2/bot/user/all/richmenu/${id}`);
  clearDefault = (): Promise<unknown> => this.json('DELETE', '/v2/bot/user/all/richmenu');

  /** @param userIds at most 500 */
  link = (richMenuId: string, userIds: readonly string[]): Promise<unknown> =>
    this.json('POST', '/v2/bot/richmenu/bulk/link', { richMenuId, userIds });
  unlink = (userIds: readonly string[]): Promise<unknown> =>
    this.json('POST', '/v2/bot/richmenu/bulk/unlink', { userIds });

  /** Deletes a menu; an unknown one is ignored. */
  async remove(id: string): Promise<void> {
    try {
      await this.json('DELETE', `/v2/bot/richmenu/${id}`);
    } catch (error) {
      if (!(error instanceof LineApiError) || error.status !== 404) throw error;
    }
  }

  private json(method: OutboundOptions['method'], path: string, body?: object): Promise<unknown> {
    return this.call(`${this.settings.addressOf(LINE_API)}${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  }

  private async call(url: string, options: OutboundOptions): Promise<unknown> {
    const headers = { ...options.headers, authorization: `Bearer ${this.token}` };
    let response: PlatformResponse;
    try {
      response = await callPlatform(url, { ...options, headers, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES });
    } catch (error) {
      if (!(error instanceof UpstreamUnavailableError)) throw error;
      throw new LineApiError(503, storedText('LINE cannot be reached. It is tried again.'));
    }
    const { status, body = {} } = response;
    if (status >= 200 && status < 300) return body;
    const { message } = body;
    throw new LineApiError(status, explainStatus(status, typeof message === 'string' ? message : ''));
  }
}

function explainStatus(status: number, message: string): string {
  if (status === 401 || status === 403)
    return storedText('LINE does not accept the access token. Replace it in the channel’s settings.');
  if (status === 429) return storedText('LINE takes no more requests now. It is tried again.');
  if (status >= 500) return storedText('LINE answered with status %{status}. It is tried again.', { status });
  return storedText('LINE refuses it: %{reason}', { reason: message.slice(0, 300) || `status ${status}` });
}

/** Whether a retry may help. */
export const isTransient = (error: unknown): boolean =>
  error instanceof LineApiError && (error.status === 429 || error.status >= 500);
