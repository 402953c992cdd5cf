import { callPlatform, type PlatformResponse } from '../callPlatform.ts';

/** What of a page the bot is told. */
const SUBSCRIBED_FIELDS = ['messages', 'messaging_postbacks'];

/** A page and what its platform is asked with. */
interface PageAccess {
  graphApiUrl: string;
  pageId: string;
  token: string;
}

const subscriptionUrl = ({ graphApiUrl, pageId }: PageAccess): string =>
  `${graphApiUrl}/${encodeURIComponent(pageId)}/subscribed_apps`;
const authHeaders = ({ token }: PageAccess) => ({ authorization: `Bearer ${token}` });

/** Has Facebook tell the bot what people write to a page. To ask for it again does no harm. */
export const subscribePage = (page: PageAccess): Promise<PlatformResponse> =>
  callPlatform(`${subscriptionUrl(page)}?subscribed_fields=${SUBSCRIBED_FIELDS.join(',')}`, {
    method: 'POST',
    headers: authHeaders(page),
  });

/** Whether Facebook tells the bot what people write; the answer where it does not say. */
export async function readSubscription(page: PageAccess): Promise<boolean | PlatformResponse> {
  // Facebook names the app of the token only.
  const answer = await callPlatform(subscriptionUrl(page), { headers: authHeaders(page) });
  if (answer.status !== 200) return answer;
  const apps = (answer.body?.['data'] ?? []) as { subscribed_fields?: unknown }[];
  return apps.some(({ subscribed_fields: fields }) =>
    SUBSCRIBED_FIELDS.every((field) => Array.isArray(fields) && fields.includes(field)),
  );
}
