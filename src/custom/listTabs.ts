import { product } from '../resources/product.ts';
import { registerPage } from './register.ts';

// Registers the panels of lists in the schemas (`x-entity.tabs`) as pages below that of the list.
for (const model of product.entities)
  for (const tab of model.tabs ?? [])
    registerPage({
      name: tab.panel,
      title: tab.label,
      pattern: tab.route,
      parentPage: model.name,
      isTab: true,
      operation: [model.name, 'read'],
      load: async () => (await import('../resources/list/tabs/PanelTab.tsx')).createPanelTab(model, tab),
    });
