/**
 * Types of the compiled product. `compile` turns the JSON Schemas into these models once; views and routes read nothing
 * else. Models are frozen plain data that survives `JSON.stringify`, so that the console's build embeds them and the
 * browser parses no schema.
 */

export type * from './types/entity.ts';
export type * from './types/events.ts';
export type * from './types/field.ts';
export type * from './types/json.ts';
export type * from './types/match.ts';
export type * from './types/product.ts';
export type * from './types/retired.ts';
export type * from './types/screens.ts';
