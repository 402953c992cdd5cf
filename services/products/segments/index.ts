export { conditionsSql } from './conditionsSql.ts';
export { peopleQuery, type PeopleQuery } from './members.ts';
export { segmentsModule } from './module.ts';
export { findSegmentsOfPerson } from './segmentsOfPerson.ts';
