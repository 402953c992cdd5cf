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
import { MAX_RECORD_LENGTH, toData } from '../recordShape.ts';
import { isRepositoryError } from '../../storage/repositoryErrors.ts';

const DAY_MS = 24 * 3_600_000;
/** How far ahead a clock may be whose events are taken. */
const MAX_CLOCK_SKEW_MS = DAY_MS;
/** Days back of what is taken where nothing says how long events are kept. */
const MAX_AGE_DAYS = 3_660;

/** Rows that are remembered, of each kind the first, for others to be judged by. */
const MAX_SAMPLES = 4;

/** What is right of rows as events, and what is wrong with the others. */
export interface ValidatedEvents {
  /** In the order of time and id, in which they are stored. */
  events: (StoredEvent & { row: number })[];
  rejected: { row: number; fields: FieldErrors }[];
}

type Row = Record<string, unknown>;

/** A row that was found right as a whole. */
interface ValidSample {
  row: Row;
  values: Row;
  /** Characters of its values as JSON. */
  size: number;
}

interface EventResult {
  event?: StoredEvent;
  fields: FieldErrors;
  sample?: ValidSample;
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

  constructor(private readonly resource: Pick<Resource, 'model' | 'check'>) {
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
    const refused: ValidatedEvents['rejected'] = [];
    // Of what is sent to many, each row is the one before with another person; conversations have few kinds of rows.
    let patterns: ValidSample[] = [];
    rows.forEach((row, index) => {
      const own = row as Row;
      let verdict: EventResult | undefined;
      for (const pattern of patterns) if ((verdict = this.validateLike(pattern, own, now))) break;
      verdict ??= this.validateOne(own, now);
      const { event, fields } = verdict;
      if (verdict.sample) patterns = [verdict.sample, ...patterns.slice(0, MAX_SAMPLES - 1)];
      if (event) events.push({ ...event, row: index });
      else refused.push({ row: index, fields });
    });
    events.sort((one, other) => compare(one.at, other.at) || compare(one.id, other.id));
    return { events, rejected: refused };
  }

  private validateOne(row: Row, now: number): EventResult {
    const { model } = this;
    const draft = { ...this.defaults, ...canonical(model, row, { newId }) };
    const fields = this.errorsOf(model, draft, now);
    if (Object.keys(fields).length > 0) return { fields };
    const values = dropHiddenFields(model, draft, {});
    try {
      const size = toData(model, values).length;
      return { event: this.eventOf(values), fields, sample: { row, values, size } };
    } catch (error) {
      if (!isRepositoryError(error)) throw error;
      return { fields: error.detail.fields ?? { '': error.message } };
    }
  }

  /**
   * A row that differs from one that is right in lone texts only: these are judged, and the record's shape once more.
   * @returns undefined where it is to be judged as a whole, because more differs or something is wrong
   */
  private validateLike(
    { row: pattern, values: common, size }: ValidSample,
    row: Row,
    now: number,
  ): EventResult | undefined {
    const names = Object.keys(row);
    if (this.independentFields.size === 0 || names.length !== Object.keys(pattern).length) return undefined;
    const others: FieldModel[] = [];
    const told: Row = {};
    let room = MAX_RECORD_LENGTH - size;
    for (const name of names) {
      const value = row[name];
      if (value === pattern[name]) continue;
      const field = this.independentFields.get(name);
      if (!field || !isStorable(value) || value === '' || common[name] === undefined) return undefined;
      others.push(field);
      told[name] = value;
      room -= JSON.stringify(value).length;
    }
    if (room < 0) return undefined;
    const values = { ...common, ...canonical({ fields: others }, told, { newId }) };
    const fields = this.errorsOf({ fields: others }, values, now);
    return Object.keys(fields).length > 0 ? undefined : { event: this.eventOf(values), fields };
  }

  /** What is wrong with some fields of a record, and with its shape. */
  private errorsOf(of: { fields: FieldModel[] }, draft: Row, now: number): FieldErrors {
    const fields = validate(of, draft, { check: this.resource.check });
    for (const name of this.references)
      if (draft[name] !== undefined && draft[name] !== null && !isId(draft[name]))
        fields[`/${name}`] ??= 'The id of a record is expected';
    // Where its time is not among them, it was judged before.
    const at = of.fields.some(({ name }) => name === this.eventsModel.at);
    const misplaced = at ? timeError(this.model, this.timeOf(draft), now) : undefined;
    if (misplaced) fields[`/${this.eventsModel.at}`] ??= misplaced;
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
  const days = events?.keep ?? MAX_AGE_DAYS;
  if (time > now + MAX_CLOCK_SKEW_MS) return 'This time is more than a day ahead';
  if (time < now - days * DAY_MS) return `This time is more than ${days.toLocaleString('en-US')} days ago`;
  return undefined;
}

/** Texts without conditions on them: no other field's verdict hangs on theirs. None where the system fills in more. */
function findIndependentFields(fields: FieldModel[]): Map<string, FieldModel> {
  const named = new Set<string>();
  let fills = false;
  walkFields(fields, ({ visibleWhen, requiredWhen, readOnlyWhen, limits, sameAs, sum, generated }) => {
    fills ||= generated !== undefined;
    const conditions = [visibleWhen, requiredWhen, readOnlyWhen, ...limits.map(({ when }) => when)];
    for (const path of [...conditions.flatMap(matchPaths), sameAs ?? '', ...(sum?.with ?? [])])
      for (const segment of path.split(/[./]/)) named.add(segment);
  });
  const isLone = ({ name, type, visibleWhen }: FieldModel): boolean =>
    ['text', 'long-text', 'date-time', 'reference'].includes(type) &&
    !named.has(name) &&
    visibleWhen === undefined;
  return new Map(fills ? [] : fields.filter(isLone).map((field) => [field.name, field]));
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
