import { walkFields } from '../fields.ts';
import { matchPaths } from '../match.ts';
import { isWritable, SOURCES } from '../sources.ts';
import type { EntityModel } from '../types.ts';
import type { SourceMap } from './sourceMap.ts';
import { jsonPointer, type Problems } from './problems.ts';

/** Live fields are stored beside the record, so that they cannot affect its validity or visibility. */
export function checkLive(model: EntityModel, origins: SourceMap, problems: Problems): void {
  walkFields(model.fields, (field) => {
    if (!field.live) return;
    const report = (why: string): void =>
      origins.report(
        origins.schemaOf(field),
        ['x-field', 'live'],
        `the services keep "${field.name}" beside the record: ${why}`,
      );
    if (!model.fields.includes(field)) report('it must be a field of the record itself');
    if (!isWritable(model)) report(`there is nothing beside ${SOURCES[model.source].description}`);
    if (field.required || field.requiredWhen) report('it cannot be required');
    if (field.secret) report('it cannot be a secret');
    if (field.default !== undefined || field.constant !== undefined) report('it has no default');
    if (field.unique || model.unique.some(({ fields }) => fields.includes(field.name)))
      report('it cannot be unique');
  });
  walkFields(model.fields, (field) => {
    if (!field.materialized) return;
    const report = (why: string): void =>
      origins.report(
        origins.schemaOf(field),
        ['x-field', 'materialized'],
        `"${field.name}" has no column: ${why}`,
      );
    if (!model.fields.includes(field)) report('it must be a field of the record itself');
    if (field.live) report('it is live, and stands beside the document already');
    if (field.secret || field.computed) report('only what is stored as it is has one');
    if (!model.fields.some(({ live }) => live))
      report('the entity has no live field beside which it would stand');
  });
  const isLive = (name: string): boolean => model.fields.some((field) => field.live && field.name === name);
  model.list.search.forEach((name, index) => {
    if (isLive(name))
      problems.add(
        jsonPointer('x-entity', 'list', 'search', index),
        `"${name}" cannot be a search field: it is live`,
      );
  });
  for (const path of matchPaths(model.access.rows)) {
    const name = path.replace(/^\//, '').split(/[./]/)[0] ?? '';
    if (isLive(name))
      problems.add(
        jsonPointer('x-entity', 'access', 'rows'),
        `"${name}" cannot decide who sees a record: it is live`,
      );
  }
}
