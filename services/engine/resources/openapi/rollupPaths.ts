import { divides, GRANULARITIES } from '../../../../schemas/model/spans.ts';
import type { EntityModel, Json, JsonObject, RollupModel } from '../../../../schemas/model/types.ts';
import { parameterSchema } from './components.ts';
import { query, type Spec } from './operation.ts';

const TIME: JsonObject = { type: 'string', format: 'date-time' };

/** Paths of the roll-ups of an entity's events. @param base path of the collection */
export function rollupPaths(model: EntityModel, base: string, spec: Spec): Record<string, JsonObject> {
  return Object.fromEntries(
    (model.events?.rollups ?? []).map((rollup) => [
      `${base}/rollups/${rollup.id}`,
      { get: spec(`${model.plural} counted per ${rollup.per}`, idOf(rollup), operationOf(model, rollup)) },
    ]),
  );
}

const idOf = ({ id }: RollupModel): string =>
  `count${id.replaceAll(/(^|-)([a-z0-9])/g, (_, __, letter: string) => letter.toUpperCase())}`;

function operationOf(model: EntityModel, { per, by, sum, distinct }: RollupModel): Parameters<Spec>[2] {
  const groups = model.fields.filter(({ name }) => by.includes(name));
  const numbers = (names: readonly string[]): JsonObject => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'number' }])),
  });
  const repeated = (name: string, items: JsonObject, description: string): Json => ({
    ...query(name, { type: 'array', items }, description),
    style: 'form',
    explode: true,
  });
  const row: JsonObject = {
    type: 'object',
    required: ['by', 'count', 'sum', 'distinct'],
    properties: {
      at: { ...TIME, description: 'Start of the time span; spans without events have no row.' },
      by: {
        type: 'object',
        description: 'Null for events without a value of the field.',
        properties: Object.fromEntries(by.map((name) => [name, {}])),
      },
      count: { type: 'integer', minimum: 0 },
      sum: numbers(sum),
      distinct: numbers(distinct),
    },
  };
  return {
    parameters: [
      { ...query('from', TIME, 'Start of the time, inclusive.'), required: true },
      { ...query('to', TIME, 'End of the time, exclusive.'), required: true },
      query(
        'per',
        { enum: [...GRANULARITIES.filter((one) => divides(per, one)), 'all'], default: per },
        'Time span of a row; days, weeks (from Monday) and months are of UTC+7.',
      ),
      ...(by.length > 0 ? [repeated('by', { enum: by }, 'Fields to group by.')] : []),
      ...groups.map((field) => repeated(field.name, parameterSchema(field), 'Repeated: one of.')),
    ],
    response: {
      type: 'object',
      required: ['from', 'to', 'per', 'rows'],
      properties: {
        from: TIME,
        to: TIME,
        per: { enum: [...GRANULARITIES, 'all'] },
        rows: { type: 'array', maxItems: 10_000, items: row },
      },
    },
    errors: [400, 404],
  };
}
