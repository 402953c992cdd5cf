import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { ResourceContextProvider } from 'react-admin';
import { Link, useLocation } from 'react-router';
import { hasScreen } from '../paths.ts';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { EntityListContext } from './EntityListContext.tsx';
import { useChildren } from '../useChildren.ts';
import { useEntityList } from './useEntityList.ts';
import { t } from '../../../schemas/texts/translate.ts';

// The list's own screen is a file by itself, loaded by most before any record.
const ListPanel = lazyComponent(() => import('./EntityList.tsx').then((it) => it.ListPanel), {
  inPlace: true,
});

interface ChildListProps {
  /** Whose records. */
  entity: string;
  /** Their field that refers to the record. */
  by: string;
  /** The record that they belong to. */
  id: string;
  /** Name of the list in the address; two lists on one screen differ in it. */
  scope: string;
}

/**
 * The records of another entity that belong to one record, with search, filters, order and selection of their own.
 * A new one begins with the record that it is made for.
 */
export const ChildList = ({ entity, by, id, scope }: ChildListProps) => {
  const { model, filter, beginning } = useChildren(entity, by, id);
  const entityList = useEntityList(model, filter, scope);
  const { pathname, search } = useLocation();
  const { rights, paths } = entityList;
  const mayCreate = rights.may('create') && hasScreen(model);
  return (
    <ResourceContextProvider value={model.name}>
      <EntityListContext entityList={entityList}>
        {mayCreate && entityList.phase !== 'empty' && (
          <div style={{ display: 'flex', justifyContent: 'flex-end', marginBottom: 8 }}>
            <Button
              variant="outlined"
              startIcon={<Add />}
              component={Link}
              to={paths('create')}
              state={{ back: pathname + search, record: beginning }}
            >
              {model.addLabel ?? t('Add %{title}', { title: model.title.toLowerCase() })}
            </Button>
          </div>
        )}
        <ListPanel entityList={entityList} beginning={beginning} />
      </EntityListContext>
    </ResourceContextProvider>
  );
};
