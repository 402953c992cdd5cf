import { callPlatform, UpstreamUnavailableError } from '../callPlatform.ts';
import { optionalText } from '../payload.ts';
import type { OutboundSettings, UnsealedChannel, PlatformProfile } from '../types.ts';
import { LINE_API } from './addresses.ts';

/** Fetches a person's profile; undefined where LINE has none. @throws UpstreamUnavailableError where a retry may help */
export async function fetchLineProfile(
  { token = '' }: UnsealedChannel,
  person: string,
  { addressOf }: OutboundSettings,
): Promise<PlatformProfile | undefined> {
  const url = `${addressOf(LINE_API)}/v2/bot/profile/${encodeURIComponent(person)}`;
  const { status, body = {} } = await callPlatform(url, { headers: { authorization: `Bearer ${token}` } });
  if (status >= 500 || status === 429) throw new UpstreamUnavailableError(`The platform answered ${status}`);
  if (status !== 200) return undefined;
  return {
    displayName: optionalText(body['displayName']),
    pictureUrl: optionalText(body['pictureUrl']),
    language: optionalText(body['language']),
  };
}
