import ipaddr from 'ipaddr.js';
import type { Settings } from '../settings/settings.ts';
import { hostOf, isPublicAddress, type AddressPolicy } from './addressPolicy.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

type Networks = Pick<Settings, 'host' | 'webhookNetworks'>;

const INNER = storedText(
  'The address is in an inner network that the setting WEBHOOK_NETWORKS does not name',
);
const LINK_LOCAL = storedText('The address is link-local, which WEBHOOK_NETWORKS cannot allow');
const LOOPBACK = storedText(
  'The address is this machine, which is called only while the setting HOST is a loopback address',
);
const IMPOSSIBLE = storedText('Nobody can be called at the address');

const policies = new WeakMap<Networks, AddressPolicy>();

/**
 * What addresses that people type may be called: the public internet, inner networks that the operator names, and this
 * machine while the services themselves listen there only.
 */
export function webhookPolicy(settings: Networks): AddressPolicy {
  const held = policies.get(settings);
  if (held) return held;
  const networks = settings.webhookNetworks.map(parseNetwork);
  const isLocal = isLoopback(settings.host);
  const policy: AddressPolicy = {
    refusalOf(address) {
      if (!ipaddr.isValid(address)) return IMPOSSIBLE;
      const parsed = ipaddr.process(address);
      const range = parsed.range();
      if (range === 'linkLocal') return LINK_LOCAL;
      if (range === 'loopback') return isLocal ? undefined : LOOPBACK;
      if (range === 'unspecified' || range === 'multicast' || range === 'broadcast') return IMPOSSIBLE;
      if (isPublicAddress(address)) return undefined;
      return networks.some((network) => isWithin(parsed, network)) ? undefined : INNER;
    },
  };
  policies.set(settings, policy);
  return policy;
}

/**
 * Why an address may not be called, as far as it can be told without looking its name up: names are judged by what
 * they lead to, whenever they are called.
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
