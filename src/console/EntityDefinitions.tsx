import { type ResourceDefinition, ResourceDefinitionContextProvider } from 'react-admin';
import { type ReactNode, useMemo } from 'react';
import { recordTitle } from '../../schemas/model/fields.ts';
import { useMay } from '../authProvider/AccessContext.ts';
import { hasScreen } from '../resources/paths.ts';
import { product } from '../resources/product.ts';

/** Registers the entities as react-admin's resources, for titles of records and for links. */
export const EntityDefinitions = ({ children }: { children: ReactNode }) => {
  const may = useMay();
  const definitions = useMemo(
    () =>
      Object.fromEntries(
        product.entities.map((model): [string, ResourceDefinition] => [
          model.name,
          {
            name: model.name,
            hasList: hasScreen(model) && may(model.name, 'list'),
            hasCreate: hasScreen(model) && may(model.name, 'create'),
            hasEdit: hasScreen(model) && may(model.name, 'edit'),
            hasShow: hasScreen(model) && may(model.name, 'show'),
            recordRepresentation: (record: Record<string, unknown>) => recordTitle(model, record),
            options: { label: model.plural },
          },
        ]),
      ),
    [may],
  );
  return (
    <ResourceDefinitionContextProvider definitions={definitions}>
      {children}
    </ResourceDefinitionContextProvider>
  );
};
