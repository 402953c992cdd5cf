export { conditionsSql } from './conditionsSql.ts';
export { segmentsModule } from './module.ts';
export { findSegmentsOfPerson } from './segmentsOfPerson.ts';
