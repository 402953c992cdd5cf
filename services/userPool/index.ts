export { userPoolPlugin } from './plugin.ts';
export type { UserPoolPluginOptions } from './plugin.ts';
export { UserPool } from './pool.ts';
export type { NewUser, UserPoolOptions } from './pool.ts';
export type { PoolUser, UserStatus } from './users.ts';
export type { SessionUser } from './sessions.ts';
export type { PoolLimits, UserPoolSettings } from './settings.ts';
export { PoolError } from './errors.ts';
export { ensureUserPoolTables } from './tables.ts';
