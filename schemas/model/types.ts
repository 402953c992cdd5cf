/**
 * The compiled form of the product's configuration. `compile` turns the JSON Schemas into these models once;
 * views and routes read nothing else. Every model is frozen plain data: it survives `JSON.stringify`, so the
 * console's build embeds it and no schema is parsed in the browser.
 */

export type * from './types/entity.ts';
export type * from './types/events.ts';
export type * from './types/field.ts';
export type * from './types/json.ts';
export type * from './types/match.ts';
export type * from './types/product.ts';
export type * from './types/retired.ts';
export type * from './types/screens.ts';
