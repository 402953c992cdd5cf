import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Schema {
  'x-entity': Record<string, unknown> & { list: Record<string, unknown> };
  required: string[];
  properties: Record<string, object>;
}

/** What an upgrade edits of the schemas: files by their names, all edits before it included. */
export interface Edit {
  name: string;
  files: Record<string, object>;
}

/** An entity of its own, so that both versions have one to edit whatever their schemas are. */
export function parcel(): Schema {
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

/** The upgrades that are made one after another. @param root of the newer version's code */
export function edits(root: string): Edit[] {
  const read = (file: string): Schema =>
    JSON.parse(readFileSync(join(root, 'schemas', file), 'utf8')) as Schema;
  const [own, team, message] = [parcel(), read('team.schema.json'), read('message.schema.json')];
  const files: Record<string, object> = {};
  const label = parcel();
  label['x-entity'] = { ...label['x-entity'], path: 'labels' };
  const made: Edit[] = [];
  const edit = (name: string, changed: Record<string, object>): void => {
    Object.assign(files, changed);
    made.push({ name, files: structuredClone(files) });
  };

  own.properties['gift'] = { type: 'string', maxLength: 100 };
  own.properties['way'] = { type: 'string', enum: ['mail', 'fax', 'courier'], default: 'mail' };
  team.properties['motto'] = { type: 'string', maxLength: 100 };
  edit('field, choice and entity added', {
    'parcel.schema.json': own,
    'team.schema.json': team,
    'label.schema.json': { ...label, title: 'Label', description: 'A label.' },
  });

  own['x-entity'].list = {
    ...{ columns: ['name', 'size', 'way'], search: ['name', 'note'], sort: 'name' },
    filters: ['way', 'size'],
  };
  edit('indexes added', { 'parcel.schema.json': own });

  own.properties['way'] = {
    ...{ type: 'string', enum: ['mail', 'courier'], default: 'mail' },
    'x-field': { retiredChoices: { fax: 'mail' } },
  };
  own.properties['note'] = { type: 'string', maxLength: 200, 'x-field': { retired: 'keep' } };
  own['x-entity'].list['search'] = ['name'];
  edit('choices narrowed with a plan, field retired', { 'parcel.schema.json': own });

  message.properties['shelf'] = { type: 'string', maxLength: 50, 'x-field': { column: false } };
  edit('column of events added', { 'message.schema.json': message });
  return made;
}
