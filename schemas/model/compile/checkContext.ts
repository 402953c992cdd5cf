import type { ProductModel } from '../types.ts';
import type { SourceMap } from './sourceMap.ts';

/** What the parts of a schema may refer to, and where they are written. */
export interface CheckContext extends ProductModel {
  origins: SourceMap;
}
