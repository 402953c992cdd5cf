import type { EntityModel, FieldModel } from './types.ts';
import { textOf } from './text.ts';
import { toWallTime, WORKSPACE_ZONE } from './zonedTime.ts';

/** `variable` of an object field each of whose properties is a variable of that name. */
const ANY_NAME = '*';

type Recipients = Pick<EntityModel, 'fields'>;

/** A variable of texts to a person, filled from the person's fields. */
export interface PersonVariable {
  name: string;
  /** Title of the field. */
  title: string;
}

/** Variables of fixed names, in the order of their fields; those of `ANY_NAME` fields depend on the person. */
export function personVariables({ fields }: Recipients): PersonVariable[] {
  const titles = new Map<string, string>();
  for (const { variable: name, title } of fields)
    if (name !== undefined && name !== ANY_NAME && !titles.has(name)) titles.set(name, title);
  return [...titles].map(([name, title]) => ({ name, title }));
}

/** Fields that are variables, or whose properties are. */
export const variableFields = ({ fields }: Recipients): FieldModel[] =>
  fields.filter(({ variable }) => variable !== undefined);

/** Fields that `variableIgnores.sameEndingAs` of variable fields compares with. */
export const suffixSourceFields = (recipients: Recipients): FieldModel[] => {
  const names = variableFields(recipients).map(({ variableIgnores }) => variableIgnores?.sameEndingAs);
  return recipients.fields.filter(({ name }) => names.includes(name));
};

/** Fields each of whose properties is a variable. */
export const freeVariableFields = ({ fields }: Recipients): FieldModel[] =>
  fields.filter(({ variable }) => variable === ANY_NAME);

/** A person's variables by name, without empty ones. Days are those of UTC+7. */
export function variablesOfPerson(
  recipients: Recipients,
  person: Readonly<Record<string, unknown>>,
): Map<string, string> {
  const values = new Map<string, string>();
  for (const field of variableFields(recipients)) {
    const { name, variable = '' } = field;
    const value = person[name];
    if (value === undefined || value === null || isGeneratedValue(field, value, person)) continue;
    if (variable === ANY_NAME)
      for (const [key, text] of Object.entries(value as Record<string, unknown>))
        values.set(key, textOf(text));
    else {
      const text = toVariableText(field, value);
      const before = values.get(variable);
      if (text !== '') values.set(variable, before === undefined ? text : `${before}, ${text}`);
    }
  }
  return values;
}

/** Characters at the end of another field (such as the platform's id) that a generated value ends with. */
const COMPARED_SUFFIX_UNITS = 6;

/** Whether a value is a generated placeholder for an unknown one, such as a name made of the platform id's end. */
function isGeneratedValue(
  { variableIgnores: { values = [], sameEndingAs } = {} }: FieldModel,
  value: unknown,
  person: Readonly<Record<string, unknown>>,
): boolean {
  if (typeof value !== 'string') return false;
  const suffixSource = sameEndingAs === undefined ? undefined : person[sameEndingAs];
  return (
    values.includes(value) ||
    (typeof suffixSource === 'string' &&
      suffixSource !== '' &&
      value.endsWith(` ${suffixSource.slice(-COMPARED_SUFFIX_UNITS)}`))
  );
}

function toVariableText({ type, choices }: FieldModel, value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (type === 'date-time' && typeof value === 'string') return formatDay(value);
  return choices?.find((choice) => choice.value === value)?.label ?? textOf(value);
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `24 Nov 2026` on the clock of UTC+7. */
function formatDay(at: string): string {
  const [year, month, day] = toWallTime(at, WORKSPACE_ZONE).slice(0, 10).split('-');
  return day === undefined ? '' : `${day} ${MONTHS[Number(month) - 1]} ${year}`;
}
