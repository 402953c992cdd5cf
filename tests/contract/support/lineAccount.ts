type Json = Record<string, unknown>;

/** An official account of LINE, as LINE counts. */
export interface LineAccount {
  /** People who may be sent to in the month, and who were: each call counts its people once. No limit by default. */
  quota?: { limit: number; used: number };
  /** Whether LINE lists the friends: verified and premium accounts alone. */
  isVerified: boolean;
  /** Ids of the friends. */
  friends: string[];
  /** What LINE says of its own call of the webhook; absent where it has no address. */
  webhookTest?: { success: boolean; statusCode: number; reason: string };
  /** Who ever followed, of whom some block the account by now, and whom LINE could choose; absent until it has counted. */
  insight?: { followers: number; targetedReaches: number; blocks: number };
}

/** What LINE says of the account itself; undefined for other calls. */
export function answerAccountCall(url: string, account: LineAccount): [number, Json] | undefined {
  const { pathname, searchParams: asked } = new URL(url, 'http://line');
  const { quota, insight, isVerified, friends } = account;
  switch (pathname) {
    case '/v2/bot/info':
      return [200, { basicId: '@tests' }];
    case '/v2/bot/channel/webhook/test':
      return account.webhookTest ? [200, account.webhookTest] : [404, { message: 'Not found' }];
    case '/v2/bot/message/quota':
      return [200, quota ? { type: 'limited', value: quota.limit } : { type: 'none' }];
    case '/v2/bot/message/quota/consumption':
      return [200, { totalUsage: quota?.used ?? 0 }];
    case '/v2/bot/insight/followers': {
      const day = asked.get('date') ?? '';
      const today = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '');
      if (!/^20\d{6}$/.test(day) || day >= today) return [400, { message: 'The value for date is invalid' }];
      return [200, insight ? { status: 'ready', ...insight } : { status: 'unready' }];
    }
    case '/v2/bot/followers/ids': {
      if (!isVerified) return [403, { message: 'Access to this API is not available for your account' }];
      const from = asked.has('start') ? Number(/^next-(\d+)$/.exec(asked.get('start') ?? '')?.[1]) : 0;
      if (Number.isNaN(from)) return [400, { message: 'Invalid start' }];
      const to = from + Number(asked.get('limit') ?? 300);
      return [200, { userIds: friends.slice(from, to), ...(to < friends.length && { next: `next-${to}` }) }];
    }
    default:
      return undefined;
  }
}
