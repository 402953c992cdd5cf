import { withoutTrailing } from '../../../../schemas/model/trim.ts';
import type { CheckDetail, CheckLevel } from '../../../../schemas/model/responses.ts';
import type { AnswerContent } from '../../../../schemas/messages/types.ts';
import { fillVariables, variableNames } from '../../../../schemas/model/variables.ts';
import type { Context, EntityCheck } from '../../../engine/modules/module.ts';
import type { CheckCall, CheckFinding } from '../../../engine/resources/actions.ts';
import { cachedBriefly } from '../../../engine/resources/briefCache.ts';
import { MAX_REDIRECTS, probe, type Probe } from '../../../engine/outbound/probe.ts';
import { webhookPolicy } from '../../../engine/outbound/webhookPolicy.ts';
import { counted, ok, subjectOf } from './subject.ts';
import { message, t } from '../../../../schemas/texts/translate.ts';

/** Addresses of one broadcast that are asked, and how many at once. */
const MAX_ADDRESSES = 100;
const CONCURRENT_PROBES = 6;
/** Milliseconds for which an answer counts: what is shown and what is decided a moment later agree. */
const CACHE_TTL_MS = 120_000;
const LONGEST_SHOWN = 80;

/** What a message holds that somebody opens, or a platform fetches. */
export interface MessageAddress {
  address: string;
  /** JSON pointer into the answer. */
  pointer: string;
  kind: 'link' | 'picture' | 'preview' | 'video' | 'imagemap';
}

const MEDIA: Record<string, MessageAddress['kind']> = {
  previewImageUrl: 'preview',
  previewUrl: 'preview',
  imageUrl: 'picture',
  imgUrl: 'picture',
  baseUrl: 'imagemap',
  uri: 'link',
};
const IN_TEXT = /https?:\/\/[^\s<>"'）」]+/g;

/** Every address in the messages: links of actions and of texts, pictures, videos, those of Flex too. */
export function addressesIn(answer: AnswerContent): MessageAddress[] {
  const found: MessageAddress[] = [];
  const walk = (value: unknown, pointer: string, key: string, type: unknown): void => {
    if (typeof value === 'string') {
      const kind = MEDIA[key] ?? mediaOf(key, type);
      if (kind) found.push({ address: value, pointer, kind });
      else
        for (const [link] of value.matchAll(IN_TEXT))
          found.push({ address: withoutStop(link), pointer, kind: 'link' });
    } else if (Array.isArray(value))
      value.forEach((item, place) => walk(item, `${pointer}/${place}`, key, type));
    else if (value !== null && typeof value === 'object')
      for (const [name, inner] of Object.entries(value))
        walk(inner, `${pointer}/${name}`, name, (value as { type?: unknown }).type);
  };
  answer.messages.forEach((message, place) => walk(message, `/messages/${place}`, '', undefined));
  walk(answer.quickReply ?? {}, '/quickReply', '', undefined);
  return found.filter(({ kind, address }) => kind !== 'link' || /^https?:/i.test(address));
}

function mediaOf(key: string, type: unknown): MessageAddress['kind'] | undefined {
  if (key === 'originalContentUrl') return type === 'video' ? 'video' : 'picture';
  return key === 'url' ? (type === 'video' ? 'video' : 'picture') : undefined;
}

/** A full stop behind an address ends the sentence, not the address. */
const withoutStop = (link: string): string => withoutTrailing(link, '.,;:!?)');

/**
 * What is at the addresses, by address; a bounded number at once, and no longer than the caller waits.
 * @param options.anew whether what was found a moment ago does not count
 */
export async function probeAll(
  addresses: readonly string[],
  { signal }: Pick<CheckCall, 'signal'>,
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  { anew = false } = {},
): Promise<Map<string, Probe>> {
  const waiting = [...new Set(addresses)].slice(0, MAX_ADDRESSES);
  const found = new Map<string, Probe>();
  const policy = webhookPolicy(settings);
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift()) {
      const address = next;
      const ask = (): Promise<Probe> => probe(address, { policy });
      const asked = anew ? ask() : cachedBriefly({ db }, `probe ${address}`, [], ask, CACHE_TTL_MS);
      found.set(address, await asked);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_PROBES }, worker));
  return found;
}

/**
 * What a probe means for who would open the address; undefined where all is well.
 * @param what the address, as people read it
 */
export function faultOf(
  found: Probe,
  what: string,
): { level: Exclude<CheckLevel, 'ok'>; text: string } | undefined {
  if (found.state !== 'answered') {
    const level = found.state === 'forbidden' ? 'stop' : 'warning';
    return { level, text: t(found.reason, { what, most: MAX_REDIRECTS }) };
  }
  const { status } = found;
  if (status < 400) return undefined;
  if (status === 404 || status === 410)
    return { level: 'stop', text: t('%{what} is not there (status %{status})', { what, status }) };
  return { level: 'warning', text: t('%{what} answers with status %{status}', { what, status }) };
}

export const shown = (address: string): string =>
  address.length > LONGEST_SHOWN ? `${address.slice(0, LONGEST_SHOWN - 1)}…` : address;

/** The worst of several findings, with each as a detail. */
export function worst(
  found: readonly (CheckDetail & { level: Exclude<CheckLevel, 'ok'> })[],
  sentence: (level: Exclude<CheckLevel, 'ok'>, found: number) => string,
): CheckFinding | undefined {
  if (found.length === 0) return undefined;
  const level = found.some((one) => one.level === 'stop') ? 'stop' : 'warning';
  const at = found.filter((one) => one.level === level);
  const details = [...at, ...found.filter((one) => one.level !== level)];
  return {
    level,
    text: sentence(level, at.length),
    details: details.map(({ level: _, ...detail }) => detail),
  };
}

/** Links answer. One that differs from person to person is not asked. */
export const addressesCheck: EntityCheck = {
  label: message('Links'),
  async run(call, context) {
    const { composed, at } = await subjectOf(call, context);
    if (!composed.answer) return undefined;
    const values = new Map(Object.entries(composed.variables));
    const links = addressesIn(composed.answer)
      .filter(({ kind }) => kind === 'link')
      .map((link) => ({ ...link, address: fillVariables(link.address, values, Infinity) }));
    if (links.length === 0) return undefined;
    const fixed = links.filter(({ address }) => variableNames(address).length === 0);
    const probes = await probeAll(
      fixed.map(({ address }) => address),
      call,
      context,
    );
    return () => {
      const faults = fixed.flatMap(({ address, pointer }) => {
        const found = probes.get(address);
        const what = shown(address);
        const fault = found
          ? faultOf(found, what)
          : { level: 'warning' as const, text: t('%{what} was not asked', { what }) };
        return fault ? [{ ...fault, at: at(pointer) }] : [];
      });
      return worst(faults, describeFaults) ?? ok(describeLinks(fixed.length, links.length - fixed.length));
    };
  },
};

const describeFaults = (level: CheckLevel, faults: number): string =>
  level === 'stop'
    ? counted(faults, message('%{count} link leads nowhere.'), message('%{count} links lead nowhere.'))
    : counted(
        faults,
        message('%{count} link could not be opened.'),
        message('%{count} links could not be opened.'),
      );

/** @param personal those with a value of the person's */
function describeLinks(answering: number, personal: number): string {
  const sentences = [
    answering > 0 && counted(answering, message('%{count} link answers.'), message('%{count} links answer.')),
    personal > 0 &&
      counted(
        personal,
        message('%{count} link with a value of the person’s was not opened.'),
        message('%{count} links with a value of the person’s were not opened.'),
      ),
  ];
  return sentences.filter(Boolean).join(' ');
}
