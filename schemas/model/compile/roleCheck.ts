import { REQUIRED_FIELDS_BY_ROLE } from '../entityRoles.ts';
import type { EntityModel } from '../types.ts';
import { jsonPointer, type Problems } from './problems.ts';

/** Checks `provides`: no other entity has the role, and the required fields exist. */
export function checkRole(model: EntityModel, entities: readonly EntityModel[], problems: Problems): void {
  const { provides, name, fields } = model;
  if (provides === undefined) return;
  const path = jsonPointer('x-entity', 'provides');
  const other = entities.find((one) => one.provides === provides && one.name < name);
  if (other) problems.add(path, `${other.name} provides "${provides}" already`);
  const missing = REQUIRED_FIELDS_BY_ROLE[provides].filter(
    (field) => !fields.some((one) => one.name === field),
  );
  if (missing.length > 0) problems.add(path, `"${provides}" needs the field ${missing.join(' and ')}`);
}
