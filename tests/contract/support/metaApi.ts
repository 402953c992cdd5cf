import type { IncomingMessage } from 'node:http';
import { facebookFaults } from '../../../schemas/channels/facebook/testFacebookChecker.ts';

type Json = Record<string, unknown>;
export type MetaReply = [status: number, body: Json];

/** How a sending fails; with `isDelivered` the person receives the message despite the error. */
export interface MetaFailure {
  code?: number;
  subcode?: number;
  /** The error's `is_transient`. */
  isTransient?: boolean;
  status?: number;
  message?: string;
  isDelivered?: boolean;
  /** Which sendings fail; by default the next one. */
  on?: (message: Json) => boolean;
}

/** A Facebook page. */
export interface MetaPage {
  id: string;
  name: string;
  token: string;
}

const FIELDS = ['messages', 'messaging_postbacks'];

/**
 * A stand-in of the part of Meta's Graph API that a page needs, as strict as its reference: errors with code, subcode and
 * `is_transient`; lengths in characters (code points); subscriptions of the app with their fields; templates, buttons and
 * phone numbers in the shapes that it takes. It refuses unknown calls.
 */
export class MetaApi {
  /** The page's fields that the app is subscribed to; undefined without a subscription. */
  subscribed: string[] | undefined;
  nextFailures: MetaFailure[] = [];
  /** Error of every read. */
  readFailure: MetaFailure | undefined;
  /** Ids of no person. */
  readonly unknownIds = new Set<string>();
  private readonly page: MetaPage;
  private readonly onArrival: (person: string, message: Json) => void;
  private sent = 0;

  constructor(page: MetaPage, onArrival: (person: string, message: Json) => void = () => undefined) {
    this.page = page;
    this.onArrival = onArrival;
  }

  reset(): void {
    this.nextFailures = [];
    this.readFailure = undefined;
  }

  answer(method: string, address: string, headers: IncomingMessage['headers'], body: Json = {}): MetaReply {
    const { pathname, searchParams: query } = new URL(address, 'http://graph');
    const token = headers.authorization?.replace(/^Bearer /, '') ?? query.get('access_token');
    if (token !== this.page.token)
      return error({ code: 190, message: 'Invalid OAuth access token - Cannot parse access token' });
    const own = `/${this.page.id}`;
    if (pathname === `${own}/messages` && method === 'POST') return this.send(body);
    if (this.readFailure) return error(this.readFailure);
    if (pathname === `${own}/subscribed_apps`) return this.subscription(method, query);
    if (method === 'GET' && pathname === '/me') return [200, { id: this.page.id, name: this.page.name }];
    if (method === 'GET' && pathname === '/me/accounts')
      return [200, { data: [{ id: this.page.id, name: this.page.name, category: 'Shop' }] }];
    if (method === 'GET' && /^\/[\w-]+$/.test(pathname) && query.get('fields')?.includes('first_name'))
      return this.unknownIds.has(pathname.slice(1))
        ? error({ code: 100, subcode: 2018218, message: '(#100) No profile available for this user.' })
        : [200, { first_name: 'Jane', last_name: 'Doe', locale: 'en_GB', id: pathname.slice(1) }];
    return error({
      ...{ code: 100, subcode: 33, status: 400 },
      message: `Unsupported ${method.toLowerCase()} request. Object with ID '${pathname}' does not exist`,
    });
  }

  private subscription(method: string, query: URLSearchParams): MetaReply {
    if (method === 'GET')
      return [
        200,
        {
          data: this.subscribed
            ? [{ name: 'Console', id: '77', subscribed_fields: [...this.subscribed] }]
            : [],
        },
      ];
    if (method === 'DELETE') {
      this.subscribed = undefined;
      return [200, { success: true }];
    }
    const fields = (query.get('subscribed_fields') ?? '').split(',').filter((field) => field !== '');
    if (fields.length === 0 || fields.some((field) => !FIELDS.includes(field)))
      return error({ code: 100, message: '(#100) Param subscribed_fields must be one of the known fields' });
    this.subscribed = fields;
    return [200, { success: true }];
  }

  private send(body: Json): MetaReply {
    const { id } = (body['recipient'] ?? {}) as { id?: unknown };
    const message = (body['message'] ?? {}) as Json;
    const refused = this.refuse(id, body);
    const at = this.nextFailures.findIndex(({ on }) => on?.(message) ?? true);
    const [failure] = refused || at < 0 ? [] : this.nextFailures.splice(at, 1);
    if (refused) return refused;
    if (!failure || failure.isDelivered) this.onArrival(String(id), message);
    if (failure) return error(failure);
    return [200, { recipient_id: id, message_id: `m_${++this.sent}` }];
  }

  private refuse(id: unknown, body: Json): MetaReply | undefined {
    const bad = (message: string, subcode?: number) =>
      error({ code: 100, subcode, message: `(#100) ${message}` });
    if (typeof id !== 'string' || id === '') return bad('The parameter recipient is required');
    if (body['messaging_type'] !== 'RESPONSE') return bad('The parameter messaging_type must be RESPONSE');
    const { message } = body;
    if (message === null || typeof message !== 'object' || Array.isArray(message))
      return bad('Must send either message or state', 2018015);
    if (this.unknownIds.has(id)) return bad('No matching user found', 2018001);
    const [fault] = facebookFaults([message]);
    return fault === undefined ? undefined : bad(fault);
  }
}

function error({ code, subcode, isTransient, status = 400, message = 'Trouble' }: MetaFailure): MetaReply {
  if (code === undefined) return [status, {}];
  return [
    status,
    {
      error: {
        ...{ message, type: 'OAuthException', code, fbtrace_id: 'AbCdEfGh' },
        ...(subcode !== undefined && { error_subcode: subcode }),
        ...(isTransient !== undefined && { is_transient: isTransient }),
      },
    },
  ];
}
