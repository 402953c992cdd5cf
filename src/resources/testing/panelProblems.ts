import { unknownNameMessage } from '../../../schemas/model/didYouMean.ts';
import { walkFields } from '../../../schemas/model/fields.ts';
import type { EntityModel, FieldModel, FormSchemaModel } from '../../../schemas/model/types.ts';
import { panelNames } from '../panels/registry.ts';

type WithPanels = Pick<EntityModel, 'name' | 'fields' | 'form' | 'list' | 'show' | 'dialogs' | 'tabs'>;
interface NamedPanel {
  place: string;
  panel: string;
}

/** The panels above inputs. */
const panelsOfFields = (fields: FieldModel[]): NamedPanel[] => {
  const named: NamedPanel[] = [];
  walkFields(fields, ({ path, panelAbove }) => {
    if (panelAbove !== undefined) named.push({ place: `${path}/x-field/panelAbove`, panel: panelAbove });
  });
  return named;
};

/** Every panel that an entity's own keywords name, with the place where they do. */
const namedPanels = ({ form, list, show, dialogs = [], tabs = [] }: WithPanels): NamedPanel[] => [
  ...tabs.map(({ panel }) => ({ place: 'tabs', panel })),
  ...dialogs.map(({ panel }) => ({ place: 'dialogs', panel })),
  ...form.panels.map(({ panel }) => ({ place: 'form/aside', panel })),
  ...(list.calendar?.day ? [{ place: 'list/calendar/day', panel: list.calendar.day.panel }] : []),
  ...(list.above ? [{ place: 'list/above', panel: list.above.panel }] : []),
  ...(list.below ? [{ place: 'list/below', panel: list.below.panel }] : []),
  ...(list.preview ? [{ place: 'list/preview', panel: list.preview.panel }] : []),
  ...(list.aside ? [{ place: 'list/aside', panel: list.aside.panel }] : []),
  ...(show.asideTop ? [{ place: 'show/asideTop', panel: show.asideTop.panel }] : []),
  ...(show.middle ? [{ place: 'show/middle', panel: show.middle.panel }] : []),
  ...show.tabs.flatMap((tab) =>
    'panel' in tab && tab.panel ? [{ place: 'show/tabs', panel: tab.panel }] : [],
  ),
];

/** What is wrong with the panels that schemas name: file, place, and the nearest name that is registered. */
export const panelProblems = (entities: readonly WithPanels[]): string[] =>
  entities.flatMap((model) =>
    unknownPanels(`${model.name}.schema.json`, [
      ...namedPanels(model).map(({ place, panel }) => ({ place: `x-entity/${place}`, panel })),
      ...panelsOfFields(model.fields),
    ]),
  );

/** The same for forms that are no entities. */
export const formPanelProblems = (
  forms: readonly Pick<FormSchemaModel, 'name' | 'fields' | 'form'>[],
): string[] =>
  forms.flatMap(({ name, fields, form }) =>
    unknownPanels(`forms/${name}.schema.json`, [
      ...(form?.below ?? []).map(({ panel }) => ({ place: 'x-form/below', panel })),
      ...panelsOfFields(fields),
    ]),
  );

function unknownPanels(file: string, named: NamedPanel[]): string[] {
  const known = panelNames();
  return named
    .filter(({ panel }) => !known.includes(panel))
    .map(({ place, panel }) => `${file} /${place}: ${unknownNameMessage('panel', panel, known)}`);
}
