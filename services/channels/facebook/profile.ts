import { callPlatform, UpstreamUnavailableError } from '../callPlatform.ts';
import { optionalText } from '../payload.ts';
import type { OutboundSettings, UnsealedChannel, PlatformProfile } from '../types.ts';
import { classifyMetaError } from './metaErrors.ts';
import { GRAPH_API } from './addresses.ts';

/** Fetches a person's profile; undefined where Facebook has none. @throws UpstreamUnavailableError where a retry may help */
export async function fetchFacebookProfile(
  { token = '' }: UnsealedChannel,
  person: string,
  { addressOf }: OutboundSettings,
): Promise<PlatformProfile | undefined> {
  const url = `${addressOf(GRAPH_API)}/${encodeURIComponent(person)}?fields=first_name,last_name,profile_pic,locale`;
  const { status, body = {} } = await callPlatform(url, { headers: { authorization: `Bearer ${token}` } });
  if (status !== 200 && classifyMetaError({ status, body }).outcome !== 'refuse')
    throw new UpstreamUnavailableError(`The platform answered ${status}`);
  if (status !== 200) return undefined;
  const name = [body['first_name'], body['last_name']].flatMap((part) => optionalText(part) ?? []).join(' ');
  return {
    displayName: optionalText(name),
    pictureUrl: optionalText(body['profile_pic']),
    language: optionalText(body['locale']),
  };
}
