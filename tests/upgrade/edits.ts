import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Schema {
  'x-entity': Record<string, unknown> & { list: Record<string, unknown> };
  required: string[];
  properties: Record<string, object>;
}

/** A schema edit of an upgrade: files by name, including those of earlier edits. */
export interface Edit {
  name: string;
  files: Record<string, object>;
}

/** Schema of a test entity that both versions have, whatever their own schemas are. */
export function buildParcelSchema(): Schema {
  return {
    title: 'Parcel',
    description: 'A parcel.',
    'x-entity': {
      ...{ service: 'chatbot', path: 'parcels' },
      access: { read: ['chatbot.entry'], write: ['chatbot.entry'] },
      list: { columns: ['name', 'size', 'way'], search: ['name'], sort: 'name' },
    },
    type: 'object',
    required: ['name', 'size'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 100 },
      size: { type: 'number', minimum: 0 },
      way: { type: 'string', enum: ['mail', 'fax'], default: 'mail' },
      note: { type: 'string', maxLength: 200 },
    },
  } as unknown as Schema;
}

/** Builds the successive edits. @param root of the newer version's code */
export function buildEdits(root: string): Edit[] {
  const read = (file: string): Schema =>
    JSON.parse(readFileSync(join(root, 'schemas', file), 'utf8')) as Schema;
  const [parcelSchema, team, message] = [
    buildParcelSchema(),
    read('team.schema.json'),
    read('message.schema.json'),
  ];
  const files: Record<string, object> = {};
  const label = buildParcelSchema();
  label['x-entity'] = { ...label['x-entity'], path: 'labels' };
  const allEdits: Edit[] = [];
  const edit = (name: string, changed: Record<string, object>): void => {
    Object.assign(files, changed);
    allEdits.push({ name, files: structuredClone(files) });
  };

  parcelSchema.properties['gift'] = { type: 'string', maxLength: 100 };
  parcelSchema.properties['way'] = { type: 'string', enum: ['mail', 'fax', 'courier'], default: 'mail' };
  team.properties['motto'] = { type: 'string', maxLength: 100 };
  edit('field, choice and entity added', {
    'parcel.schema.json': parcelSchema,
    'team.schema.json': team,
    'label.schema.json': { ...label, title: 'Label', description: 'A label.' },
  });

  parcelSchema['x-entity'].list = {
    ...{ columns: ['name', 'size', 'way'], search: ['name', 'note'], sort: 'name' },
    filters: ['way', 'size'],
  };
  edit('indexes added', { 'parcel.schema.json': parcelSchema });

  parcelSchema.properties['way'] = {
    ...{ type: 'string', enum: ['mail', 'courier'], default: 'mail' },
    'x-field': { retiredChoices: { fax: 'mail' } },
  };
  parcelSchema.properties['note'] = { type: 'string', maxLength: 200, 'x-field': { retired: 'keep' } };
  parcelSchema['x-entity'].list['search'] = ['name'];
  edit('choices narrowed with a plan, field retired', { 'parcel.schema.json': parcelSchema });

  message.properties['shelf'] = { type: 'string', maxLength: 50, 'x-field': { column: false } };
  edit('column of events added', { 'message.schema.json': message });
  return allEdits;
}
