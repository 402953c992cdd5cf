import { canonical } from '../../../schemas/model/canonical.ts';
import { defaultsOf } from '../../../schemas/model/fields.ts';
import { prune } from '../../../schemas/model/prune.ts';
import type { EntityModel, EventsModel, FieldErrors } from '../../../schemas/model/types.ts';
import { validate } from '../../../schemas/model/validate.ts';
import { eventId } from '../../storage/events/ids.ts';
import type { StoredEvent } from '../../storage/events/append.ts';
import { isId } from '../../storage/matchSql.ts';
import type { Resource } from '../catalog.ts';
import { newId } from '../ids.ts';
import { toData } from '../recordShape.ts';
import { isRefusal } from '../repositoryErrors.ts';

const DAY_MS = 24 * 3_600_000;
/** How far ahead a clock may be whose events are taken. */
const AHEAD_MS = DAY_MS;
/** Days back of what is taken where nothing says how long events are kept. */
const LATEST_DAYS = 3_660;

/** What is right of rows as events, and what is wrong with the others. */
export interface Judged {
  /** In the order of time and id, in which they are stored. */
  events: (StoredEvent & { row: number })[];
  refused: { row: number; fields: FieldErrors }[];
}

/** Brings rows into their canonical form and judges them by the schema, like any record. */
export class EventJudge {
  private readonly model: EntityModel;
  private readonly own: EventsModel;
  private readonly references: string[];
  /** Never changed: what is stored of it is copied by the driver. */
  private readonly defaults: Readonly<Record<string, unknown>>;

  constructor(private readonly resource: Pick<Resource, 'model' | 'check'>) {
    const { model } = resource;
    if (!model.events) throw new Error(`${model.name} has no "events": its records are changed one by one`);
    this.model = model;
    this.own = model.events;
    this.defaults = defaultsOf(model.fields);
    this.references = model.fields.filter(({ type }) => type === 'reference').map(({ name }) => name);
  }

  /** @param now milliseconds since 1970 */
  all(rows: readonly object[], now: number): Judged {
    const events: Judged['events'] = [];
    const refused: Judged['refused'] = [];
    rows.forEach((row, index) => {
      const { event, fields } = this.one(row as Record<string, unknown>, now);
      if (event) events.push({ ...event, row: index });
      else refused.push({ row: index, fields });
    });
    events.sort((one, other) => compare(one.at, other.at) || compare(one.id, other.id));
    return { events, refused };
  }

  private one(row: Record<string, unknown>, now: number): { event?: StoredEvent; fields: FieldErrors } {
    const { model, own } = this;
    const draft = { ...this.defaults, ...canonical(model, row, { newId }) };
    const fields = validate(model, draft, { check: this.resource.check });
    for (const name of this.references)
      if (draft[name] !== undefined && draft[name] !== null && !isId(draft[name]))
        fields[`/${name}`] ??= 'The id of a record is expected';
    const at = draft[own.at];
    const time = typeof at === 'string' ? Date.parse(at) : Number.NaN;
    const misplaced = this.misplaced(time, now);
    if (misplaced) fields[`/${own.at}`] ??= misplaced;
    if (Object.keys(fields).length > 0) return { fields };
    const values = prune(model, draft, {});
    try {
      toData(model, values);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { fields: error.detail.fields ?? { '': error.message } };
    }
    const key = own.key.length > 0 ? own.key.map((name) => values[name] ?? null) : undefined;
    const iso = new Date(time).toISOString();
    return { event: { id: eventId(time, key), at: iso, values }, fields };
  }

  /** What would go to no month that there is or will be. */
  private misplaced(time: number, now: number): string | undefined {
    if (Number.isNaN(time)) return undefined;
    const days = this.own.keep ?? LATEST_DAYS;
    if (time > now + AHEAD_MS) return 'This time is more than a day ahead';
    if (time < now - days * DAY_MS) return `This time is more than ${days.toLocaleString('en-US')} days ago`;
    return undefined;
  }
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
