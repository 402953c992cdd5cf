/** The setting of a platform's API address, so that a proxy or a test server can replace it. */
export interface PlatformAddress {
  /** Name of the environment variable. */
  name: string;
  description: string;
  /** The platform's own address. */
  fallback: string;
}

const declared = new Map<string, PlatformAddress>();

/** Addresses declared by the loaded types of channel. */
export const platformAddresses = (): PlatformAddress[] => [...declared.values()];

/** Called when a type of channel is loaded. @throws Error for a name that is declared already */
export function declarePlatformAddress(address: PlatformAddress): PlatformAddress {
  if (declared.has(address.name)) throw new Error(`Setting ${address.name} is declared twice`);
  declared.set(address.name, address);
  return address;
}
