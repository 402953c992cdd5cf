import { unknownWord } from '../../../schemas/model/nearest.ts';
import type { EntityModel, FormSchemaModel } from '../../../schemas/model/types.ts';
import { panelNames } from './registry.ts';

type WithPanels = Pick<EntityModel, 'name' | 'form' | 'list' | 'show'>;

/** Every panel that a schema names, with the place where it does. */
export const namedPanels = ({ form, list, show }: WithPanels): { place: string; panel: string }[] => [
  ...form.panels.map(({ panel }) => ({ place: 'form/aside', panel })),
  ...(list.calendar?.day ? [{ place: 'list/calendar/day', panel: list.calendar.day.panel }] : []),
  ...(list.above ? [{ place: 'list/above', panel: list.above.panel }] : []),
  ...(list.aside ? [{ place: 'list/aside', panel: list.aside.panel }] : []),
  ...(show.above ? [{ place: 'show/above', panel: show.above.panel }] : []),
  ...(show.beside ? [{ place: 'show/beside', panel: show.beside.panel }] : []),
  ...show.tabs.flatMap((tab) => (tab.kind === 'panel' ? [{ place: 'show/tabs', panel: tab.panel }] : [])),
];

/** What is wrong with the panels that schemas name: file, place, and the nearest name that is registered. */
export const panelProblems = (entities: readonly WithPanels[]): string[] => {
  const known = panelNames();
  return entities.flatMap((model) =>
    namedPanels(model)
      .filter(({ panel }) => !known.includes(panel))
      .map(
        ({ place, panel }) =>
          `${model.name}.schema.json /x-entity/${place}: ${unknownWord('panel', panel, known)}`,
      ),
  );
};

/** The same for the panels below forms that are no entities. */
export const formPanelProblems = (forms: readonly Pick<FormSchemaModel, 'name' | 'form'>[]): string[] => {
  const known = panelNames();
  return forms.flatMap(({ name, form }) =>
    (form?.below ?? [])
      .filter(({ panel }) => !known.includes(panel))
      .map(({ panel }) => `forms/${name}.schema.json /x-form/below: ${unknownWord('panel', panel, known)}`),
  );
};
