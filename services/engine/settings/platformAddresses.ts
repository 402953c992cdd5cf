/** The setting of a platform's address: a proxy, or a server of a test, may stand in its place. */
export interface PlatformAddress {
  /** Name of the environment variable. */
  name: string;
  description: string;
  /** The platform's own address. */
  fallback: string;
}

const declared = new Map<string, PlatformAddress>();

/** Addresses that the types of channel which are loaded have declared. */
export const platformAddresses = (): PlatformAddress[] => [...declared.values()];

/** Declares one where its type of channel is loaded. @throws Error for a name that is declared already */
export function declarePlatformAddress(address: PlatformAddress): PlatformAddress {
  if (declared.has(address.name)) throw new Error(`Setting ${address.name} is declared twice`);
  declared.set(address.name, address);
  return address;
}
