import type { Settings } from '../settings.ts';

/** What LINE refused, in words for people. */
export class LineRefusal extends Error {
  override name = 'LineRefusal';
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const TIMEOUT_MS = 20_000;
/** People whose menu one call changes. */
export const AT_ONCE = 500;

/** The rich-menu part of LINE's Messaging API for one account. Every method throws a LineRefusal for what LINE refuses. */
export class LineClient {
  constructor(
    private readonly settings: Pick<Settings, 'lineApiUrl' | 'lineDataUrl'>,
    private readonly token: string,
  ) {}

  /** Menus of the account, those of other tools too. */
  async list(): Promise<{ richMenuId: string; name: string }[]> {
    const { richmenus } = (await this.json('GET', '/v2/bot/richmenu/list')) as {
      richmenus?: { richMenuId: string; name: string }[];
    };
    return richmenus ?? [];
  }

  /** @returns the id that LINE gives the menu */
  async create(menu: object): Promise<string> {
    const { richMenuId } = (await this.json('POST', '/v2/bot/richmenu', menu)) as { richMenuId?: string };
    if (!richMenuId) throw new LineRefusal(502, 'LINE gave no id for the menu.');
    return richMenuId;
  }

  async upload(id: string, type: string, content: Uint8Array<ArrayBuffer>): Promise<void> {
    const url = `${this.settings.lineDataUrl}/v2/bot/richmenu/${id}/content`;
    await this.ask(url, { method: 'POST', headers: { 'content-type': type }, body: content });
  }

  /** The menu for all users; undefined where there is none. */
  async default(): Promise<string | undefined> {
    try {
      const { richMenuId } = (await this.json('GET', '/v2/bot/user/all/richmenu')) as { richMenuId?: string };
      return richMenuId;
    } catch (error) {
      if (error instanceof LineRefusal && error.status === 404) return undefined;
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

  /** One that is gone already is gone. */
  async remove(id: string): Promise<void> {
    try {
      await this.json('DELETE', `/v2/bot/richmenu/${id}`);
    } catch (error) {
      if (!(error instanceof LineRefusal) || error.status !== 404) throw error;
    }
  }

  private json(method: string, path: string, body?: object): Promise<unknown> {
    return this.ask(`${this.settings.lineApiUrl}${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  }

  private async ask(url: string, init: RequestInit): Promise<unknown> {
    let response: Response;
    try {
      response = await fetch(url, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${this.token}` },
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch {
      throw new LineRefusal(503, 'LINE cannot be reached. It is tried again.');
    }
    const body = (await response.json().catch(() => ({}))) as Record<string, unknown>;
    if (response.ok) return body;
    throw new LineRefusal(response.status, wordsOf(response.status, String(body['message'] ?? '')));
  }
}

function wordsOf(status: number, message: string): string {
  if (status === 401 || status === 403)
    return 'LINE does not accept the access token. Replace it in the channel’s settings.';
  if (status === 429) return 'LINE takes no more requests now. It is tried again.';
  if (status >= 500) return `LINE answered with status ${status}. It is tried again.`;
  return `LINE refuses it: ${message.slice(0, 300) || `status ${status}`}`;
}

/** Whether asking again later may help. */
export const isPassing = (error: unknown): boolean =>
  error instanceof LineRefusal && (error.status === 429 || error.status >= 500);
