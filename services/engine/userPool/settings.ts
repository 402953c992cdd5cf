import { DEFAULT_THROTTLE } from './throttle.ts';
import type { ThrottleLimits } from './throttle.ts';

export interface PoolLimits {
  throttle: ThrottleLimits;
  /** Calls that need no token, per address and minute. */
  callsPerMinute: number;
  /** Codes per hour: for a name from one address, for a name, from one address. */
  codesPerHour: { pair: number; name: number; address: number };
}

export interface UserPoolSettings {
  /** `<region>_<name>`, with letters and digits after the underscore: the client library requires it. */
  userPoolId: string;
  clientId: string;
  /** `iss` of the tokens. Stays the same when host or port change, so that sessions survive it. */
  issuer: string;
  refreshLifetimeMs: number;
  /** How long a temporary password is valid; null: until it is used. */
  temporaryPasswordMs: number | null;
  limits: PoolLimits;
}

const DAY_MS = 24 * 3600_000;

/** Fills in the defaults: a pool named `local_console`, the managed service's lifetimes. */
export function userPoolSettings(overrides: Partial<UserPoolSettings> = {}): UserPoolSettings {
  const userPoolId = overrides.userPoolId ?? 'local_console';
  if (!/^[\w-]+_[0-9a-zA-Z]+$/.test(userPoolId) || userPoolId.length > 55)
    throw new Error(`The user pool id "${userPoolId}" must look like region_Name`);
  return {
    clientId: 'console',
    issuer: `urn:user-pool:${userPoolId}`,
    refreshLifetimeMs: 30 * DAY_MS,
    temporaryPasswordMs: 7 * DAY_MS,
    limits: {
      throttle: DEFAULT_THROTTLE,
      callsPerMinute: 600,
      codesPerHour: { pair: 5, name: 20, address: 30 },
    },
    ...overrides,
    userPoolId,
  };
}
