import { product } from '../resources/product.ts';
import { registerPage } from './register.ts';

// Panels that schemas put beside a list (`x-entity.tabs`): screens below that of the list.
for (const model of product.entities)
  for (const tab of model.tabs ?? [])
    registerPage({
      name: tab.panel,
      title: tab.label,
      pattern: tab.route,
      parentPage: model.name,
      isTab: true,
      operation: [model.name, 'read'],
      load: async () => (await import('../resources/list/tabs/PanelTab.tsx')).panelTab(model, tab),
    });
