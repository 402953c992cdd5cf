import { canonical } from '../../../../schemas/model/canonical.ts';
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
import { isRefusal } from '../../storage/repositoryErrors.ts';
import { numberText, t } from '../../../../schemas/texts/translate.ts';

const DAY_MS = 24 * 3_600_000;
/** How far ahead a clock may be whose events are taken. */
const MAX_FUTURE_MS = DAY_MS;
/** Days back of what is taken where nothing says how long events are kept. */
const DEFAULT_MAX_AGE_DAYS = 3_660;

/** Rows that are remembered, of each kind the first, for others to be judged by. */
const MAX_TEMPLATES = 4;

/** What is right of rows as events, and what is wrong with the others. */
interface ValidatedEvents {
  /** In the order of time and id, in which they are stored. */
  events: (StoredEvent & { row: number })[];
  refused: { row: number; fields: FieldErrors }[];
}

type Row = Record<string, unknown>;

/** A row that was found right as a whole. */
interface RowTemplate {
  row: Row;
  values: Row;
  /** Characters of its values as JSON. */
  size: number;
}

interface RowResult {
  event?: StoredEvent;
  fields: FieldErrors;
  template?: RowTemplate;
}

/** Brings rows into their canonical form and judges them by the schema, like any record. */
export class EventValidator {
  private readonly model: EntityModel;
  private readonly eventsModel: EventsModel;
  private readonly references: string[];
  /** Fields on whose values nothing but their own verdict hangs, by name. */
  private readonly independentFields: ReadonlyMap<string, FieldModel>;
  /** Never changed: what is stored of it is copied by the driver. */
  private readonly defaults: Readonly<Record<string, unknown>>;

  constructor(private readonly resource: Pick<Resource, 'model' | 'validator'>) {
    const { model } = resource;
    if (!model.events) throw new Error(`${model.name} has no "events": its records are changed one by one`);
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
    // Of what is sent to many, each row is the one before with another person; conversations have few kinds of rows.
    let templates: RowTemplate[] = [];
    rows.forEach((row, index) => {
      const own = row as Row;
      let result: RowResult | undefined;
      for (const template of templates) if ((result = this.validateLikeTemplate(template, own, now))) break;
      result ??= this.validateRow(own, now);
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
    const draft = { ...this.defaults, ...canonical(model, row, { newId }) };
    const fields = this.findErrors(model, draft, now);
    if (Object.keys(fields).length > 0) return { fields };
    const values = dropHiddenFields(model, draft, {});
    try {
      const size = toData(model, values).length;
      return { event: this.eventOf(values), fields, template: { row, values, size } };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { fields: error.detail.fields ?? { '': error.message } };
    }
  }

  /**
   * A row that differs from one that is right in lone texts only: these are judged, and the record's shape once more.
   * @returns undefined where it is to be judged as a whole, because more differs or something is wrong
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
    const values = { ...templateValues, ...canonical({ fields: changedFields }, changedValues, { newId }) };
    const fields = this.findErrors({ fields: changedFields }, values, now);
    return Object.keys(fields).length > 0 ? undefined : { event: this.eventOf(values), fields };
  }

  /** What is wrong with some fields of a record, and with its shape. */
  private findErrors(subset: { fields: FieldModel[] }, draft: Row, now: number): FieldErrors {
    const fields = validate(subset, draft, { validator: this.resource.validator });
    for (const name of this.references)
      if (draft[name] !== undefined && draft[name] !== null && !isId(draft[name]))
        fields[`/${name}`] ??= t('The id of a record is expected');
    // Where its time is not among them, it was judged before.
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

/** What is wrong with a time that would go to no month that there is or will be. Both in milliseconds since 1970. */
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

/** Texts without conditions on them: no other field's verdict hangs on theirs. None where the system fills in more. */
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
