import { recordTitle } from '../../../../schemas/model/fields.ts';
import { splitTexts } from '../../../../schemas/model/cellTexts.ts';
import type { Resource } from '../../resources/catalog.ts';
import { isVisibleTo } from '../../resources/visibility.ts';
import type { Services } from '../../resources/services.ts';
import type { Caller } from '../../resources/write/actor.ts';
import { isId } from '../../storage/matchSql.ts';
import type { LayoutColumn } from '../../resources/importLayout.ts';
import type { ImportUnit } from './importUnits.ts';

/** Texts that one query looks for. */
const BATCH = 200;

/** Ids of records by what files call them: their id, or the title, where that is one field and only one has it. */
export class RecordNames {
  private readonly known = new Map<string, string | undefined>();

  constructor(
    private readonly services: Services,
    private readonly caller: Caller,
  ) {}

  readonly idOf = (entity: string, text: string): string | undefined => this.known.get(`${entity}/${text}`);

  /** Looks for what these rows name, all at once. */
  async learn(columns: readonly LayoutColumn[], units: readonly ImportUnit[]): Promise<void> {
    for (const { name, entity } of columns) {
      if (entity === undefined) continue;
      const cells = units.flatMap((unit) => unit.cells.map((one) => (one[name] ?? '').trim()));
      // A cell may be one name with a comma in it, or several names.
      const texts = new Set(cells.flatMap((cell) => [cell, ...splitTexts(cell)]));
      const unknown = [...texts].filter((text) => text !== '' && !this.known.has(`${entity}/${text}`));
      for (let at = 0; at < unknown.length; at += BATCH)
        await this.find(entity, unknown.slice(at, at + BATCH));
    }
  }

  private async find(entity: string, texts: string[]): Promise<void> {
    for (const text of texts) this.known.set(`${entity}/${text}`, undefined);
    const target = this.services.catalog.find(entity);
    if (!target || !this.caller.rights.may(entity, 'read')) return;
    for (const { id } of await this.seen(target, texts.filter(isId), 'id'))
      this.known.set(`${entity}/${id}`, id);
    const field = /^\{\{\s*(\w+)\s*\}\}$/.exec(target.model.recordTitle)?.[1];
    if (field === undefined) return;
    const found = new Map<string, string[]>();
    for (const record of await this.seen(target, texts, field)) {
      const title = recordTitle(target.model, record);
      found.set(title, [...(found.get(title) ?? []), record.id]);
    }
    for (const [title, ids] of found) if (ids.length === 1) this.known.set(`${entity}/${title}`, ids[0]);
  }

  private async seen(target: Resource, texts: string[], field: string) {
    if (texts.length === 0) return [];
    const records =
      field === 'id'
        ? await target.repository.getMany(texts)
        : await target.repository.list({ where: [{ [field]: texts }], take: texts.length * 2 });
    return records.filter((record) => isVisibleTo(target, this.caller, record));
  }
}
