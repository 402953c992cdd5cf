import { callPlatform, type PlatformResponse } from '../callPlatform.ts';

/** The webhook fields of a page that the app subscribes to. */
const SUBSCRIBED_FIELDS = ['messages', 'messaging_postbacks'];

/** A page and its access token. */
interface PageAccess {
  graphApiUrl: string;
  pageId: string;
  token: string;
}

const subscriptionUrl = ({ graphApiUrl, pageId }: PageAccess): string =>
  `${graphApiUrl}/${encodeURIComponent(pageId)}/subscribed_apps`;
const authHeaders = ({ token }: PageAccess) => ({ authorization: `Bearer ${token}` });

/** Subscribes the app to what people write to a page. Idempotent. */
export const subscribePage = (page: PageAccess): Promise<PlatformResponse> =>
  callPlatform(`${subscriptionUrl(page)}?subscribed_fields=${SUBSCRIBED_FIELDS.join(',')}`, {
    method: 'POST',
    headers: authHeaders(page),
  });

/** Whether the app is subscribed to the page; the response where Facebook rejects the request. */
export async function readSubscription(page: PageAccess): Promise<boolean | PlatformResponse> {
  // The list contains only the app of the token.
  const answer = await callPlatform(subscriptionUrl(page), { headers: authHeaders(page) });
  if (answer.status !== 200) return answer;
  const apps = (answer.body?.['data'] ?? []) as { subscribed_fields?: unknown }[];
  return apps.some(({ subscribed_fields: fields }) =>
    SUBSCRIBED_FIELDS.every((field) => Array.isArray(fields) && fields.includes(field)),
  );
}
