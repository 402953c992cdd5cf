import { lookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { storedText } from '../../../schemas/texts/stored.ts';

/** Which addresses a request may connect to. Create each policy once: idle connections are pooled per policy. */
export interface AddressPolicy {
  /** @returns why an IP address may not be connected to, in words for people; undefined where it may */
  refusalOf(address: string): string | undefined;
}

/** The policy of a request forbids its address. The message is for people. */
export class ForbiddenAddressError extends Error {
  override name = 'ForbiddenAddressError';
}

/**
 * Whether an IP address belongs to the public internet: not this machine, no private, link-local, shared, reserved or
 * multicast network, and no IPv6 form with an embedded IPv4 address (mapped ones are judged by that address).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  // Global unicast addresses of IPv6 are in 2000::/3 (RFC 4291).
  return parsed instanceof ipaddr.IPv4 || ((parsed.parts[0] ?? 0) & 0xe000) === 0x2000;
}

/** Only the public internet. */
export const PUBLIC_ONLY: AddressPolicy = {
  refusalOf: (address) =>
    isPublicAddress(address) ? undefined : storedText('The address is not on the public internet'),
};

/** The host of a URL without the brackets of IPv6. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** Checks a host that is an IP address, which the lookup never sees. @throws ForbiddenAddressError */
export function assertAllowedHost(url: URL, policy: AddressPolicy): void {
  const host = hostOf(url);
  const refusal = isIP(host) ? policy.refusalOf(host) : undefined;
  if (refusal !== undefined) throw new ForbiddenAddressError(refusal);
}

/** A DNS lookup that fails unless the policy allows every address of the name. */
export function policyLookup(policy: AddressPolicy): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const [first] = addresses ?? [];
      const refusal = (addresses ?? [])
        .map(({ address }) => policy.refusalOf(address))
        .find((reason) => reason !== undefined);
      if (error) done(error, '');
      else if (!first || refusal !== undefined)
        done(new ForbiddenAddressError(refusal ?? storedText('It has no address')), '');
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}
