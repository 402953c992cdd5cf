import ipaddr from 'ipaddr.js';

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
