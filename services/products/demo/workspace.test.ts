import { describe, expect, it } from 'vitest';
import { createSchemaValidator } from '../../../schemas/model/ajv.ts';
import { dropHiddenFields } from '../../../schemas/model/dropHiddenFields.ts';
import { validate } from '../../../schemas/model/validate.ts';
import { cachedProduct } from '../../../schemas/testProduct.ts';
import { MODULES } from '../../modules.ts';
import { demoWorkspace } from './workspace.ts';
import type { DemoRecord } from '../../engine/modules/module.ts';

const product = cachedProduct();
const now = new Date('2026-11-21T05:00:00Z');
const workspace = demoWorkspace(product, { modules: MODULES, now, profiles: 500 });
const ownFields = ({ id: _id, createdAt: _createdAt, ...own }: DemoRecord) => own;
const of = (entity: string): DemoRecord[] => workspace.get(entity) ?? [];

describe('the demo workspace', () => {
  it.each([...workspace.keys()])(
    'has only valid records of %s, with nothing that would be pruned',
    (name) => {
      const model = product.entities.find((entity) => entity.name === name)!;
      const validator = createSchemaValidator(model.schema);
      for (const record of of(name)) {
        const own = ownFields(record);
        expect({ record: own, errors: validate(model, own, { validator }) }).toEqual({
          record: own,
          errors: {},
        });
        expect(dropHiddenFields(model, own)).toEqual(own);
      }
    },
  );

  it('is the same every time', () => {
    expect(demoWorkspace(product, { modules: MODULES, now, profiles: 500 })).toEqual(workspace);
  });

  it('has a member for every role, an owner and somebody new', () => {
    const usernames = of('member').map((member) => member['username']);
    expect(usernames).toEqual(['owner', ...Object.keys(product.access.roles), 'first.time']);
  });

  it('refers only to records that it has', () => {
    const ids = new Set([...workspace.values()].flat().map(({ id }) => id));
    for (const profile of of('profile')) expect(ids).toContain(profile['channel']);
    for (const team of of('team'))
      for (const member of team['members'] as string[]) expect(ids).toContain(member);
  });

  it('shows all eight types of messages and of actions', () => {
    const text = JSON.stringify(of('template'));
    for (const type of [
      'text',
      'image',
      'video',
      'carousel',
      'image_carousel',
      'buttons',
      'imagemap',
      'flex',
    ])
      expect(text).toContain(`"type":"${type}"`);
    for (const type of [
      'message',
      'uri',
      'call_action',
      'template_action',
      'camera',
      'datetimepicker',
      'location',
      'flow_action',
    ])
      expect(text).toContain(`"type":"${type}"`);
  });

  it('keeps unique values apart', () => {
    for (const [name, records] of workspace) {
      const model = product.entities.find((entity) => entity.name === name)!;
      for (const { fields } of model.unique) {
        // What a record lacks is no value that another could have too.
        const filled = records.filter((record) => fields.every((field) => record[field] !== undefined));
        expect(
          new Set(filled.map((record) => JSON.stringify(fields.map((field) => record[field])))).size,
        ).toBe(filled.length);
      }
    }
  });
});
