import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface Menu {
  name: string;
  chatBarText: string;
  selected: boolean;
  size: { width: number; height: number };
  areas: { bounds: object; action: Record<string, unknown> }[];
  image?: { type: string; bytes: number };
}

/** How a call fails: before it is handled, or after it; `no answer` handles it and never answers. */
export interface Failure {
  on: RegExp;
  status: number | 'no answer';
  after?: boolean;
}

const MAX_PEOPLE_PER_CALL = 500;
const MAX_IMAGE_BYTES = 1_048_576;

/** A stand-in of LINE's rich-menu API, as strict as its reference: it refuses unknown calls. */
export class LineMenus {
  readonly menus = new Map<string, Menu>();
  readonly people = new Map<string, string>();
  default: string | undefined;
  token = 'line-token-that-is-right';
  /** Every authenticated call: `POST /v2/bot/richmenu`. */
  calls: string[] = [];
  nextFailures: Failure[] = [];
  /** Addresses whose call got no answer, in their order. */
  readonly unanswered: string[] = [];
  private lastMenuNumber = 0;
  private readonly servers: Server[] = [];

  /** @returns a new address of the same account: tests give each process one, to distinguish the callers */
  async start(): Promise<string> {
    const server = createServer((request, response) => {
      const answer = async (): Promise<void> => {
        const result = await this.answer(request);
        if (result === 'no answer') return void this.unanswered.push(address);
        const [status, body] = result;
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      };
      answer().catch((error: unknown) => response.writeHead(500).end(String(error)));
    }).listen(0, '127.0.0.1');
    this.servers.push(server);
    await once(server, 'listening');
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return address;
  }

  stop(): void {
    for (const server of this.servers) {
      server.closeAllConnections();
      server.close();
    }
  }

  private async answer(request: IncomingMessage): Promise<[number, object] | 'no answer'> {
    const { method, url = '', headers } = request;
    const content = await buffer(request);
    if (headers.authorization !== `Bearer ${this.token}`) return [401, { message: 'Authentication failed' }];
    const call = `${method} ${url}`;
    this.calls.push(call);
    const index = this.nextFailures.findIndex(({ on }) => on.test(call));
    const [failure] = index < 0 ? [] : this.nextFailures.splice(index, 1);
    const { status = 500, after = status === 'no answer' } = failure ?? {};
    const failed = status === 'no answer' ? status : ([status, { message: 'Trouble' }] as [number, object]);
    if (failure && !after) return failed;
    const answer = this.handle(call, content, headers['content-type'] ?? '');
    return failure ? failed : answer;
  }

  private handle(call: string, content: Buffer, type: string): [number, object] {
    const json = (): Record<string, unknown> => JSON.parse(content.toString()) as Record<string, unknown>;
    if (call === 'GET /v2/bot/richmenu/list')
      return [200, { richmenus: [...this.menus].map(([richMenuId, menu]) => ({ richMenuId, ...menu })) }];
    if (call === 'POST /v2/bot/richmenu') return this.create(json() as unknown as Menu);
    if (call === 'GET /v2/bot/user/all/richmenu')
      return this.default ? [200, { richMenuId: this.default }] : [404, { message: 'no default richmenu' }];
    if (call === 'DELETE /v2/bot/user/all/richmenu') {
      this.default = undefined;
      return [200, {}];
    }
    if (/^POST \/v2\/bot\/richmenu\/bulk\/(un)?link$/.test(call)) return this.bulk(json());
    const [, id = ''] = /\/(richmenu-\w+)/.exec(call) ?? [];
    const menu = this.menus.get(id);
    if (!menu) return [404, { message: 'richmenu not found' }];
    if (call === `POST /v2/bot/richmenu/${id}/content`) return upload(menu, type, content);
    if (call === `POST /v2/bot/user/all/richmenu/${id}`) {
      if (!menu.image) return [400, { message: 'must upload richmenu image before applying it to user' }];
      this.default = id;
      return [200, {}];
    }
    if (call !== `DELETE /v2/bot/richmenu/${id}`) return [404, { message: 'not found' }];
    this.menus.delete(id);
    if (this.default === id) this.default = undefined;
    for (const [person, given] of this.people) if (given === id) this.people.delete(person);
    return [200, {}];
  }

  private create(menu: Menu): [number, object] {
    const { name, chatBarText, areas, size } = menu;
    const faults = [
      name.length > 300 && 'name',
      [...new Intl.Segmenter().segment(chatBarText)].length > 14 && 'chatBarText',
      (areas.length === 0 || areas.length > 20) && 'areas',
      size.width / size.height < 1.45 && 'size',
      areas.some(
        ({ action }) => !['message', 'uri', 'postback', 'datetimepicker'].includes(String(action['type'])),
      ) && 'action',
    ].filter(Boolean);
    if (faults.length > 0) return [400, { message: `The request body has errors: ${faults.join(', ')}` }];
    const richMenuId = `richmenu-${++this.lastMenuNumber}`;
    this.menus.set(richMenuId, menu);
    return [200, { richMenuId }];
  }

  private bulk({ richMenuId, userIds }: Record<string, unknown>): [number, object] {
    const people = userIds as string[];
    if (people.length === 0 || people.length > MAX_PEOPLE_PER_CALL) return [400, { message: 'userIds' }];
    if (richMenuId !== undefined && !this.menus.get(String(richMenuId))?.image)
      return [400, { message: 'richmenu' }];
    for (const one of people)
      if (richMenuId === undefined) this.people.delete(one);
      else this.people.set(one, String(richMenuId));
    return [202, {}];
  }
}

function upload(menu: Menu, type: string, { length }: Buffer): [number, object] {
  if (menu.image) return [400, { message: 'An image has already been uploaded to the richmenu' }];
  if (!['image/png', 'image/jpeg'].includes(type)) return [415, { message: 'type' }];
  if (length > MAX_IMAGE_BYTES) return [413, { message: 'Payload too large' }];
  menu.image = { type, bytes: length };
  return [200, {}];
}
