import { lookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { storedText } from '../../../schemas/texts/stored.ts';

/** Which addresses a request may connect to. Each policy is made once: its connections are kept by it. */
export interface AddressPolicy {
  /** @returns why an IP address may not be connected to, in words for people; undefined where it may */
  refusalOf(address: string): string | undefined;
}

/** An address that the policy of its request does not let through. The message is for people. */
export class ForbiddenAddress extends Error {
  override name = 'ForbiddenAddress';
}

/**
 * Whether an IP address belongs to the public internet: not this machine, no private, link-local, shared, reserved or
 * multicast network, and no IPv6 form that carries an IPv4 address elsewhere (mapped ones are judged by what they carry).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  // What is handed out of IPv6 lies in 2000::/3 (RFC 4291); the rest is for uses of its own.
  return parsed instanceof ipaddr.IPv4 || ((parsed.parts[0] ?? 0) & 0xe000) === 0x2000;
}

/** Only the public internet. */
export const PUBLIC_ONLY: AddressPolicy = {
  refusalOf: (address) =>
    isPublicAddress(address) ? undefined : storedText('The address is not on the public internet'),
};

/** The host of an address without the brackets of IPv6. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** Addresses written as numbers are not looked up, so that the look-up cannot judge them. @throws ForbiddenAddress */
export function assertAllowedHost(url: URL, policy: AddressPolicy): void {
  const host = hostOf(url);
  const refusal = isIP(host) ? policy.refusalOf(host) : undefined;
  if (refusal !== undefined) throw new ForbiddenAddress(refusal);
}

/** Resolves a name and lets it through only where the policy allows every address that it has. */
export function policyLookup(policy: AddressPolicy): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const [first] = found ?? [];
      const refusal = (found ?? [])
        .map(({ address }) => policy.refusalOf(address))
        .find((one) => one !== undefined);
      if (error) done(error, '');
      else if (!first || refusal !== undefined)
        done(new ForbiddenAddress(refusal ?? storedText('It has no address')), '');
      else if (options.all) done(null, found);
      else done(null, first.address, first.family);
    });
  };
}
