import { withoutTrailing } from '../../../../schemas/model/trim.ts';
import type { CheckDetail, CheckLevel } from '../../../../schemas/model/responses.ts';
import type { AnswerContent } from '../../../../schemas/messages/types.ts';
import { fillVariables, variableNames } from '../../../../schemas/model/variables.ts';
import type { Context, EntityCheck } from '../../../engine/modules/module.ts';
import type { CheckCall, CheckFinding } from '../../../engine/resources/actions.ts';
import { cachedBriefly } from '../../../engine/resources/briefCache.ts';
import { MAX_REDIRECTS, probe, type Probe } from '../../../engine/outbound/probe.ts';
import { webhookPolicy } from '../../../engine/outbound/webhookPolicy.ts';
import { pluralize, ok, loadSubject } from './subject.ts';
import { message, t } from '../../../../schemas/texts/translate.ts';

/** Addresses of one broadcast that are probed, and how many at once. */
const MAX_ADDRESSES = 100;
const CONCURRENT_PROBES = 6;
/** Long enough that the checks shown and the decision made a moment later agree. */
const CACHE_TTL_MS = 120_000;
const MAX_SHOWN_CHARS = 80;

/** An address in a message, which a person opens or the platform fetches. */
export interface MessageAddress {
  address: string;
  /** JSON pointer into the answer. */
  pointer: string;
  kind: 'link' | 'picture' | 'preview' | 'video' | 'imagemap';
}

const KIND_BY_KEY: Record<string, MessageAddress['kind']> = {
  previewImageUrl: 'preview',
  previewUrl: 'preview',
  imageUrl: 'picture',
  imgUrl: 'picture',
  baseUrl: 'imagemap',
  uri: 'link',
};
const URLS_IN_TEXT = /https?:\/\/[^\s<>"'）」]+/g;

/** Finds every address in the messages: links in actions and texts, pictures, videos, also in Flex messages. */
export function addressesIn(answer: AnswerContent): MessageAddress[] {
  const found: MessageAddress[] = [];
  const walk = (value: unknown, pointer: string, key: string, type: unknown): void => {
    if (typeof value === 'string') {
      const kind = KIND_BY_KEY[key] ?? mediaKindOf(key, type);
      if (kind) found.push({ address: value, pointer, kind });
      else
        for (const [link] of value.matchAll(URLS_IN_TEXT))
          found.push({ address: withoutPunctuation(link), pointer, kind: 'link' });
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

function mediaKindOf(key: string, type: unknown): MessageAddress['kind'] | undefined {
  if (key === 'originalContentUrl') return type === 'video' ? 'video' : 'picture';
  return key === 'url' ? (type === 'video' ? 'video' : 'picture') : undefined;
}

/** Punctuation after an address belongs to the sentence. */
const withoutPunctuation = (link: string): string => withoutTrailing(link, '.,;:!?)');

/** Probes addresses, a few at a time, until `signal` is aborted. Results are cached briefly. @returns probes by address */
export async function probeAll(
  addresses: readonly string[],
  { signal }: Pick<CheckCall, 'signal'>,
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  { skipCache = false } = {},
): Promise<Map<string, Probe>> {
  const waiting = [...new Set(addresses)].slice(0, MAX_ADDRESSES);
  const probes = new Map<string, Probe>();
  const policy = webhookPolicy(settings);
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift()) {
      const address = next;
      const probeNow = (): Promise<Probe> => probe(address, { policy });
      const result = await (skipCache
        ? probeNow()
        : cachedBriefly({ db }, `probe ${address}`, [], probeNow, CACHE_TTL_MS));
      probes.set(address, result);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_PROBES }, worker));
  return probes;
}

/**
 * The fault that a probe shows to somebody who opens the address; undefined where there is none.
 * @param what the address, as people read it
 */
export function findProbeFault(
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

export const abbreviate = (address: string): string =>
  address.length > MAX_SHOWN_CHARS ? `${address.slice(0, MAX_SHOWN_CHARS - 1)}…` : address;

/** Combines faults into one finding of the worst level, with each fault as a detail. */
export function combineFaults(
  found: readonly (CheckDetail & { level: Exclude<CheckLevel, 'ok'> })[],
  sentence: (level: Exclude<CheckLevel, 'ok'>, found: number) => string,
): CheckFinding | undefined {
  if (found.length === 0) return undefined;
  const level = found.some((one) => one.level === 'stop') ? 'stop' : 'warning';
  const ofLevel = found.filter((one) => one.level === level);
  const details = [...ofLevel, ...found.filter((one) => one.level !== level)];
  return {
    level,
    text: sentence(level, ofLevel.length),
    details: details.map(({ level: _, ...detail }) => detail),
  };
}

/** Checks that links answer. Links that differ per person are not probed. */
export const addressesCheck: EntityCheck = {
  label: message('Links'),
  async run(call, context) {
    const { composed, locate } = await loadSubject(call, context);
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
        const what = abbreviate(address);
        const fault = found
          ? findProbeFault(found, what)
          : { level: 'warning' as const, text: t('%{what} was not asked', { what }) };
        return fault ? [{ ...fault, at: locate(pointer) }] : [];
      });
      return (
        combineFaults(faults, describeFaults) ?? ok(describeLinks(fixed.length, links.length - fixed.length))
      );
    };
  },
};

const describeFaults = (level: CheckLevel, faults: number): string =>
  level === 'stop'
    ? pluralize(faults, message('%{count} link leads nowhere.'), message('%{count} links lead nowhere.'))
    : pluralize(
        faults,
        message('%{count} link could not be opened.'),
        message('%{count} links could not be opened.'),
      );

/** @param personal number of links that contain a person's variable */
function describeLinks(answering: number, personal: number): string {
  const sentences = [
    answering > 0 &&
      pluralize(answering, message('%{count} link answers.'), message('%{count} links answer.')),
    personal > 0 &&
      pluralize(
        personal,
        message('%{count} link with a value of the person’s was not opened.'),
        message('%{count} links with a value of the person’s were not opened.'),
      ),
  ];
  return sentences.filter(Boolean).join(' ');
}
