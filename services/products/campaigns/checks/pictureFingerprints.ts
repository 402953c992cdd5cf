import { createHash } from 'node:crypto';
import { fileIdFromUrl } from '../../../../schemas/model/files.ts';
import type { AnswerContent } from '../../../../schemas/messages/types.ts';
import type { Context } from '../../../engine/modules/module.ts';
import type { Probe } from '../../../engine/outbound/probe.ts';
import { addressesIn, probeAll, type MessageAddress } from './addresses.ts';

/** The platform requests an imagemap's picture at its base address with this width. */
const WIDEST_IMAGEMAP_PATH = '/1040';
/** For all pictures together, when approval is requested. */
const PROBE_TIMEOUT_MS = 30_000;

/** Pictures and videos of the messages; of an imagemap with an uploaded picture, that file instead of its base address. */
export function mediaIn(answer: AnswerContent): MessageAddress[] {
  const addresses = addressesIn(answer);
  const parentPointer = ({ pointer }: MessageAddress): string => pointer.slice(0, pointer.lastIndexOf('/'));
  const uploaded = new Set(
    addresses.filter(({ address }) => fileIdFromUrl(address) !== undefined).map(parentPointer),
  );
  return addresses
    .filter((one) => one.kind !== 'link' && !(one.kind === 'imagemap' && uploaded.has(parentPointer(one))))
    .map((one) =>
      one.kind === 'imagemap' ? { ...one, address: `${one.address}${WIDEST_IMAGEMAP_PATH}` } : one,
    );
}

/** Addresses on other sites, where the file can be replaced at the same address. */
export const externalAddresses = (media: readonly MessageAddress[]): string[] =>
  media.map(({ address }) => address).filter((address) => fileIdFromUrl(address) === undefined);

/**
 * Fingerprint of a picture: the digest of its first bytes with its size or, where the site does not send the size, its
 * `ETag` or modification date. Undefined where the picture does not load.
 */
export function fingerprintOf(found: Probe | undefined): string | undefined {
  if (found?.state !== 'answered' || found.status >= 400) return undefined;
  const digest = createHash('sha256').update(found.head).digest('hex');
  return `${digest} ${found.size ?? found.stamp ?? ''}`;
}

/** Fingerprints of the pictures on other sites, by address. Fetches no more than the check does. */
export async function fingerprintPictures(
  context: Context,
  answer: AnswerContent,
): Promise<Record<string, string>> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), PROBE_TIMEOUT_MS);
  const probes = await probeAll(externalAddresses(mediaIn(answer)), timeout, context, { skipCache: true });
  clearTimeout(timer);
  return Object.fromEntries(
    [...probes].flatMap(([address, found]) => {
      const fingerprint = fingerprintOf(found);
      return fingerprint === undefined ? [] : [[address, fingerprint]];
    }),
  );
}
