import { recordTitle } from '../../../schemas/model/fields.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import type { MenuSection } from '../../resources/menu/menuModel.ts';
import { pathOf } from '../../resources/paths.ts';
import type { ConsoleEntity } from '../../resources/product.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { normalizeThai } from '../../../schemas/model/thaiMarks.ts';

/** A search result. */
export interface Result {
  id: string;
  label: string;
  /** Its kind, beside the label. */
  detail?: string;
  icon?: string;
  path: string;
}
export interface ResultGroup {
  label: string;
  results: Result[];
}

const normalize = (text: string): string => normalizeThai(text.normalize('NFC')).toLocaleLowerCase();
const contains = (text: string, words: string): boolean => normalize(text).includes(normalize(words.trim()));

/** Screens of the menu whose name or group contains the words. */
export const screenResults = (sections: readonly MenuSection[], words: string): Result[] =>
  sections.flatMap(({ label: group, items }) =>
    items
      .filter(({ label }) => contains(`${group ?? ''} ${label}`, words))
      .map(({ name, label, icon, path }) => ({ id: `screen-${name}`, label, detail: group, icon, path })),
  );

/** "New …" for the entities that the person may create. */
export const creationResults = (entities: readonly ConsoleEntity[], words: string): Result[] =>
  entities
    .map((model) => ({
      id: `new-${model.name}`,
      label: t('New %{title}', { title: model.title.toLowerCase() }),
      icon: model.menu ? model.menu.icon : undefined,
      path: pathOf(model, 'create'),
    }))
    .filter(({ label }) => contains(label, words));

/** Records found in one entity's list. */
export const recordResults = (model: ConsoleEntity, records: readonly EntityRecord[]): Result[] =>
  records.map((record) => ({
    id: `${model.name}-${record.id}`,
    label: recordTitle(model, record),
    detail: model.title,
    icon: model.menu ? model.menu.icon : undefined,
    path: pathOf(model, 'show', record.id),
  }));
