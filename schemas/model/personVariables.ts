import type { EntityModel, FieldModel } from './types.ts';
import { textOf } from './text.ts';
import { toWallTime, WORKSPACE_ZONE } from './zonedTime.ts';

/** The `variable` of fields under names of people's own: each is a variable of its own name. */
const OPEN = '*';

type Recipients = Pick<EntityModel, 'fields'>;

/** A name under which texts to a person have something of that person. */
export interface PersonVariable {
  name: string;
  /** What it stands for: the title of its field. */
  title: string;
}

/** The variables that all people may have, in the order of their fields; those under names of their own are not known here. */
export function personVariables({ fields }: Recipients): PersonVariable[] {
  const found = new Map<string, string>();
  for (const { variable: name, title } of fields)
    if (name !== undefined && name !== OPEN && !found.has(name)) found.set(name, title);
  return [...found].map(([name, title]) => ({ name, title }));
}

/** Fields whose values are variables, or have them inside. */
export const variableFields = ({ fields }: Recipients): FieldModel[] =>
  fields.filter(({ variable }) => variable !== undefined);

/** Fields of which it depends whether those say anything. */
export const namedByVariables = (recipients: Recipients): FieldModel[] => {
  const names = variableFields(recipients).map(({ variableIgnores }) => variableIgnores?.sameEndingAs);
  return recipients.fields.filter(({ name }) => names.includes(name));
};

/** Fields under names of people's own. */
export const openVariableFields = ({ fields }: Recipients): FieldModel[] =>
  fields.filter(({ variable }) => variable === OPEN);

/** What a person's fields stand for in texts, by name; without those that have no value. Days are those of UTC+7. */
export function variablesOfPerson(
  recipients: Recipients,
  person: Readonly<Record<string, unknown>>,
): Map<string, string> {
  const values = new Map<string, string>();
  for (const field of variableFields(recipients)) {
    const { name, variable = '' } = field;
    const value = person[name];
    if (value === undefined || value === null || saysNothing(field, value, person)) continue;
    if (variable === OPEN)
      for (const [key, one] of Object.entries(value as Record<string, unknown>)) values.set(key, textOf(one));
    else {
      const text = textIn(field, value);
      const before = values.get(variable);
      if (text !== '') values.set(variable, before === undefined ? text : `${before}, ${text}`);
    }
  }
  return values;
}

/** Characters at the end of another field by which a value is told to stand in for one that nobody told. */
const ENDING = 6;

/** Whether a value stands in for one that nobody told. */
function saysNothing(
  { variableIgnores: { values = [], sameEndingAs } = {} }: FieldModel,
  value: unknown,
  person: Readonly<Record<string, unknown>>,
): boolean {
  if (typeof value !== 'string') return false;
  const other = sameEndingAs === undefined ? undefined : person[sameEndingAs];
  return (
    values.includes(value) ||
    (typeof other === 'string' && other !== '' && value.endsWith(` ${other.slice(-ENDING)}`))
  );
}

function textIn({ type, choices }: FieldModel, value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (type === 'date-time' && typeof value === 'string') return dayText(value);
  return choices?.find((choice) => choice.value === value)?.label ?? textOf(value);
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `24 Nov 2026` on the clock of UTC+7. */
function dayText(at: string): string {
  const [year, month, day] = toWallTime(at, WORKSPACE_ZONE).slice(0, 10).split('-');
  return day === undefined ? '' : `${day} ${MONTHS[Number(month) - 1]} ${year}`;
}
