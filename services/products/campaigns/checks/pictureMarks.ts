import { createHash } from 'node:crypto';
import { fileIdIn } from '../../../../schemas/model/files.ts';
import type { AnswerContent } from '../../../../schemas/messages/types.ts';
import type { Context } from '../../../engine/modules/module.ts';
import type { Probe } from '../../../engine/outbound/probe.ts';
import { addressesIn, probeAll, type MessageAddress } from './addresses.ts';

/** What the platform asks an imagemap's base address for. */
const WIDEST = '/1040';
/** Milliseconds that pictures have to answer when approval is asked for. */
const TIMEOUT_MS = 30_000;

/** Pictures and videos of the messages. An imagemap whose picture was uploaded here is fetched from here. */
export function mediaIn(answer: AnswerContent): MessageAddress[] {
  const addresses = addressesIn(answer);
  const parent = ({ pointer }: MessageAddress): string => pointer.slice(0, pointer.lastIndexOf('/'));
  const uploaded = new Set(addresses.filter(({ address }) => fileIdIn(address) !== undefined).map(parent));
  return addresses
    .filter((one) => one.kind !== 'link' && !(one.kind === 'imagemap' && uploaded.has(parent(one))))
    .map((one) => (one.kind === 'imagemap' ? { ...one, address: `${one.address}${WIDEST}` } : one));
}

/** Those that lie on other sites, which can exchange them at the same address. */
export const outside = (media: readonly MessageAddress[]): string[] =>
  media.map(({ address }) => address).filter((address) => fileIdIn(address) === undefined);

/**
 * What a picture is known by: its beginning with its size, which another one hardly shares; where the site does not tell the
 * size, with what it says of its age. Undefined where there is none.
 */
export function markOf(found: Probe | undefined): string | undefined {
  if (found?.state !== 'answered' || found.status >= 400) return undefined;
  const digest = createHash('sha256').update(found.head).digest('hex');
  return `${digest} ${found.size ?? found.stamp ?? ''}`;
}

/** What the pictures of other sites are known by now, by address. Nothing is fetched that a check would not fetch. */
export async function markPictures(context: Context, answer: AnswerContent): Promise<Record<string, string>> {
  const ended = new AbortController();
  const timer = setTimeout(() => ended.abort(), TIMEOUT_MS);
  const probes = await probeAll(outside(mediaIn(answer)), ended, context, { anew: true });
  clearTimeout(timer);
  return Object.fromEntries(
    [...probes].flatMap(([address, found]) => {
      const mark = markOf(found);
      return mark === undefined ? [] : [[address, mark]];
    }),
  );
}
