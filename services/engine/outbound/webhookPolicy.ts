import ipaddr from 'ipaddr.js';
import type { Settings } from '../settings/settings.ts';
import { hostOf, isPublicAddress, type AddressPolicy } from './addressPolicy.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

type Networks = Pick<Settings, 'host' | 'webhookNetworks'>;

const INNER_NETWORK = storedText(
  'The address is in an inner network that the setting WEBHOOK_NETWORKS does not name',
);
const LINK_LOCAL = storedText('The address is link-local, which WEBHOOK_NETWORKS cannot allow');
const LOOPBACK = storedText(
  'The address is this machine, which is called only while the setting HOST is a loopback address',
);
const NOT_CALLABLE = storedText('Nobody can be called at the address');

const policies = new WeakMap<Networks, AddressPolicy>();

/**
 * The policy for addresses that people type: the public internet, inner networks that the operator allows, and this
 * machine while the services listen on a loopback address only.
 */
export function webhookPolicy(settings: Networks): AddressPolicy {
  const cached = policies.get(settings);
  if (cached) return cached;
  const networks = settings.webhookNetworks.map(parseNetwork);
  const listensLocally = isLoopback(settings.host);
  const policy: AddressPolicy = {
    refusalOf(address) {
      if (!ipaddr.isValid(address)) return NOT_CALLABLE;
      const parsed = ipaddr.process(address);
      const range = parsed.range();
      if (range === 'linkLocal') return LINK_LOCAL;
      if (range === 'loopback') return listensLocally ? undefined : LOOPBACK;
      if (range === 'unspecified' || range === 'multicast' || range === 'broadcast') return NOT_CALLABLE;
      if (isPublicAddress(address)) return undefined;
      return networks.some((network) => isWithin(parsed, network)) ? undefined : INNER_NETWORK;
    },
  };
  policies.set(settings, policy);
  return policy;
}

/**
 * Why an address may not be called, as far as that is known without a DNS lookup. Names are checked by their addresses
 * whenever they are called.
 */
export function webhookRefusal(address: string, policy: AddressPolicy): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return storedText('Only http and https addresses can be called');
  const host = hostOf(url);
  if (/^(.*\.)?localhost\.?$/.test(host)) return policy.refusalOf('127.0.0.1');
  return ipaddr.isValid(host) ? policy.refusalOf(host) : undefined;
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

function parseNetwork(network: string): Network {
  if (network.includes('/')) return ipaddr.parseCIDR(network);
  const address = ipaddr.parse(network);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

const isWithin = (address: ipaddr.IPv4 | ipaddr.IPv6, [network, bits]: Network): boolean =>
  address.kind() === network.kind() && address.match(network, bits);
