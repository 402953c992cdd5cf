import { recordTitle } from '../../../../schemas/model/fields.ts';
import { splitTexts } from '../../../../schemas/model/cellTexts.ts';
import type { Resource } from '../../resources/catalog.ts';
import { isVisibleTo } from '../../resources/visibility.ts';
import type { Services } from '../../resources/services.ts';
import type { Caller } from '../../resources/write/actor.ts';
import { isId } from '../../storage/matchSql.ts';
import type { LayoutColumn } from '../../resources/importLayout.ts';
import type { ImportUnit } from './importUnits.ts';

/** Texts per query. */
const BATCH_SIZE = 200;

/** Finds ids of records by the texts in a file: their id, or their title where that is a single field and unique. */
export class RecordIdLookup {
  private readonly idsByName = new Map<string, string | undefined>();

  constructor(
    private readonly services: Services,
    private readonly caller: Caller,
  ) {}

  readonly idOf = (entity: string, text: string): string | undefined =>
    this.idsByName.get(`${entity}/${text}`);

  /** Loads the records that these rows refer to, in few queries. */
  async load(columns: readonly LayoutColumn[], units: readonly ImportUnit[]): Promise<void> {
    for (const { name, entity } of columns) {
      if (entity === undefined) continue;
      const cells = units.flatMap((unit) => unit.cells.map((one) => (one[name] ?? '').trim()));
      // A cell may be one name with a comma in it, or several names.
      const texts = new Set(cells.flatMap((cell) => [cell, ...splitTexts(cell)]));
      const missing = [...texts].filter((text) => text !== '' && !this.idsByName.has(`${entity}/${text}`));
      for (let at = 0; at < missing.length; at += BATCH_SIZE)
        await this.find(entity, missing.slice(at, at + BATCH_SIZE));
    }
  }

  private async find(entity: string, texts: string[]): Promise<void> {
    for (const text of texts) this.idsByName.set(`${entity}/${text}`, undefined);
    const target = this.services.catalog.find(entity);
    if (!target || !this.caller.rights.may(entity, 'read')) return;
    for (const { id } of await this.findVisible(target, texts.filter(isId), 'id'))
      this.idsByName.set(`${entity}/${id}`, id);
    const field = /^\{\{\s*(\w+)\s*\}\}$/.exec(target.model.recordTitle)?.[1];
    if (field === undefined) return;
    const found = new Map<string, string[]>();
    for (const record of await this.findVisible(target, texts, field)) {
      const title = recordTitle(target.model, record);
      found.set(title, [...(found.get(title) ?? []), record.id]);
    }
    for (const [title, ids] of found) if (ids.length === 1) this.idsByName.set(`${entity}/${title}`, ids[0]);
  }

  private async findVisible(target: Resource, texts: string[], field: string) {
    if (texts.length === 0) return [];
    const records =
      field === 'id'
        ? await target.repository.getMany(texts)
        : await target.repository.list({ where: [{ [field]: texts }], take: texts.length * 2 });
    return records.filter((record) => isVisibleTo(target, this.caller, record));
  }
}
