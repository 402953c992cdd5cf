import { canonicalizeRecord } from '../../../../schemas/model/canonicalizeRecord.ts';
import { defaultsOf, walkFields } from '../../../../schemas/model/fields.ts';
import { matchPaths } from '../../../../schemas/model/match.ts';
import { dropHiddenFields } from '../../../../schemas/model/dropHiddenFields.ts';
import type { EntityModel, EventsModel, FieldErrors, FieldModel } from '../../../../schemas/model/types.ts';
import { validate } from '../../../../schemas/model/validate.ts';
import { eventId } from '../../storage/events/ids.ts';
import type { StoredEvent } from '../../storage/events/append.ts';
import { isId, isStorable } from '../../storage/matchSql.ts';
import type { Resource } from '../catalog.ts';
import { newId } from '../ids.ts';
import { MAX_RECORD_CHARACTERS, toData } from '../recordShape.ts';
import { isRepositoryError } from '../../storage/repositoryErrors.ts';
import { numberText, t } from '../../../../schemas/texts/translate.ts';

const DAY_MS = 24 * 3_600_000;
/** Tolerated clock skew: events further in the future are invalid. */
const MAX_FUTURE_MS = DAY_MS;
/** For entities without a retention. */
const DEFAULT_MAX_AGE_DAYS = 3_660;

/** Valid rows that are kept to validate similar rows faster. */
const MAX_TEMPLATES = 4;

/** The valid rows as events, and the errors of the others. */
interface ValidatedEvents {
  /** By time and id, the order in which they are stored. */
  events: (StoredEvent & { row: number })[];
  refused: { row: number; fields: FieldErrors }[];
}

type Row = Record<string, unknown>;

/** A valid row: rows that differ in independent fields only are validated by the difference. */
interface RowTemplate {
  row: Row;
  values: Row;
  /** Length of its values as JSON. */
  size: number;
}

interface RowResult {
  event?: StoredEvent;
  fields: FieldErrors;
  template?: RowTemplate;
}

/** Converts rows to their canonical form and validates them by the schema, like records. */
export class EventValidator {
  private readonly model: EntityModel;
  private readonly eventsModel: EventsModel;
  private readonly references: string[];
  /** Fields whose values affect the validation of no other field, by name. */
  private readonly independentFields: ReadonlyMap<string, FieldModel>;
  /** Shared by all rows, so never changed. */
  private readonly defaults: Readonly<Record<string, unknown>>;

  constructor(private readonly resource: Pick<Resource, 'model' | 'validator'>) {
    const { model } = resource;
    if (!model.events) throw new Error(`${model.name} is not an entity of events`);
    this.model = model;
    this.eventsModel = model.events;
    this.defaults = defaultsOf(model.fields);
    this.references = model.fields.filter(({ type }) => type === 'reference').map(({ name }) => name);
    this.independentFields = findIndependentFields(model.fields);
  }

  /** @param now milliseconds since 1970 */
  validateAll(rows: readonly object[], now: number): ValidatedEvents {
    const events: ValidatedEvents['events'] = [];
    const refused: ValidatedEvents['refused'] = [];
    // Rows are alike: a broadcast's differ in the recipient only, and conversations have few kinds.
    let templates: RowTemplate[] = [];
    rows.forEach((row, index) => {
      const values = row as Row;
      let result: RowResult | undefined;
      for (const template of templates)
        if ((result = this.validateLikeTemplate(template, values, now))) break;
      result ??= this.validateRow(values, now);
      const { event, fields } = result;
      if (result.template) templates = [result.template, ...templates.slice(0, MAX_TEMPLATES - 1)];
      if (event) events.push({ ...event, row: index });
      else refused.push({ row: index, fields });
    });
    events.sort((one, other) => compare(one.at, other.at) || compare(one.id, other.id));
    return { events, refused };
  }

  private validateRow(row: Row, now: number): RowResult {
    const { model } = this;
    const draft = { ...this.defaults, ...canonicalizeRecord(model, row, { newId }) };
    const fields = this.findErrors(model, draft, now);
    if (Object.keys(fields).length > 0) return { fields };
    const values = dropHiddenFields(model, draft, {});
    try {
      const size = toData(model, values).length;
      return { event: this.eventOf(values), fields, template: { row, values, size } };
    } catch (error) {
      if (!isRepositoryError(error)) throw error;
      return { fields: error.detail.fields ?? { '': error.message } };
    }
  }

  /**
   * Validates only the fields in which a row differs from a valid one, and the shape of the record.
   * @returns undefined if the row has to be validated as a whole: it differs in other fields, or is invalid
   */
  private validateLikeTemplate(
    { row: templateRow, values: templateValues, size }: RowTemplate,
    row: Row,
    now: number,
  ): RowResult | undefined {
    const names = Object.keys(row);
    if (this.independentFields.size === 0 || names.length !== Object.keys(templateRow).length)
      return undefined;
    const changedFields: FieldModel[] = [];
    const changedValues: Row = {};
    let remainingCharacters = MAX_RECORD_CHARACTERS - size;
    for (const name of names) {
      const value = row[name];
      if (value === templateRow[name]) continue;
      const field = this.independentFields.get(name);
      if (!field || !isStorable(value) || value === '' || templateValues[name] === undefined)
        return undefined;
      changedFields.push(field);
      changedValues[name] = value;
      remainingCharacters -= JSON.stringify(value).length;
    }
    if (remainingCharacters < 0) return undefined;
    const values = {
      ...templateValues,
      ...canonicalizeRecord({ fields: changedFields }, changedValues, { newId }),
    };
    const fields = this.findErrors({ fields: changedFields }, values, now);
    return Object.keys(fields).length > 0 ? undefined : { event: this.eventOf(values), fields };
  }

  /** Validates some fields of a record, and its shape. */
  private findErrors(subset: { fields: FieldModel[] }, draft: Row, now: number): FieldErrors {
    const fields = validate(subset, draft, { validator: this.resource.validator });
    for (const name of this.references)
      if (draft[name] !== undefined && draft[name] !== null && !isId(draft[name]))
        fields[`/${name}`] ??= t('The id of a record is expected');
    // Otherwise the template's time has been validated.
    const hasTimeField = subset.fields.some(({ name }) => name === this.eventsModel.at);
    const wrongTime = hasTimeField ? timeError(this.model, this.timeOf(draft), now) : undefined;
    if (wrongTime) fields[`/${this.eventsModel.at}`] ??= wrongTime;
    return fields;
  }

  private timeOf(values: Row): number {
    const at = values[this.eventsModel.at];
    return typeof at === 'string' ? Date.parse(at) : Number.NaN;
  }

  private eventOf(values: Row): StoredEvent {
    const time = this.timeOf(values);
    const { key: names } = this.eventsModel;
    const key = names.length > 0 ? names.map((name) => values[name] ?? null) : undefined;
    return { id: eventId(time, key), at: new Date(time).toISOString(), values };
  }
}

/** The error of an event's time outside of the accepted range. Both times in milliseconds since 1970. */
export function timeError(
  { events }: Pick<EntityModel, 'events'>,
  time: number,
  now: number,
): string | undefined {
  if (Number.isNaN(time)) return undefined;
  const days = events?.keep ?? DEFAULT_MAX_AGE_DAYS;
  if (time > now + MAX_FUTURE_MS) return t('This time is more than a day ahead');
  if (time < now - days * DAY_MS)
    return t('This time is more than %{days} days ago', { days: numberText(days) });
  return undefined;
}

/** Visible text fields that no condition or limit refers to. None if the entity has generated fields. */
function findIndependentFields(fields: FieldModel[]): Map<string, FieldModel> {
  const referencedNames = new Set<string>();
  let hasGenerated = false;
  walkFields(
    fields,
    ({ visibleWhen, requiredWhen, readOnlyWhen, limits, sameAs, combinedMaximum, generated }) => {
      hasGenerated ||= generated !== undefined;
      const conditions = [visibleWhen, requiredWhen, readOnlyWhen, ...limits.map(({ when }) => when)];
      for (const path of [
        ...conditions.flatMap(matchPaths),
        sameAs ?? '',
        ...(combinedMaximum?.otherFields ?? []),
      ])
        for (const segment of path.split(/[./]/)) referencedNames.add(segment);
    },
  );
  const isIndependent = ({ name, type, visibleWhen }: FieldModel): boolean =>
    ['text', 'long-text', 'date-time', 'reference'].includes(type) &&
    !referencedNames.has(name) &&
    visibleWhen === undefined;
  return new Map(hasGenerated ? [] : fields.filter(isIndependent).map((field) => [field.name, field]));
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
