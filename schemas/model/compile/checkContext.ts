import type { ProductModel } from '../types.ts';
import type { SourceMap } from './origins.ts';

/** What the parts of a schema may name, and where those parts are written. */
export interface CheckContext extends ProductModel {
  origins: SourceMap;
}
