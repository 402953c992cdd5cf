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

// The list screen's code, which most sessions have loaded before a record opens.
const ListPanel = lazyComponent(() => import('./EntityList.tsx').then((it) => it.ListPanel), {
  inPlace: true,
});

interface ChildListProps {
  /** Entity of the listed records. */
  entity: string;
  /** Their field that references the parent. */
  by: string;
  /** Id of the parent record. */
  id: string;
  /** Prefix of the list's query parameters, unique per list on a screen. */
  scope: string;
}

/**
 * The child records of one record, with their own search, filters, sort and selection. A new one gets the parent as
 * its initial value.
 */
export const ChildList = ({ entity, by, id, scope }: ChildListProps) => {
  const { model, filter, initialValues } = useChildren(entity, by, id);
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
              state={{ back: pathname + search, record: initialValues }}
            >
              {model.addLabel ?? t('Add %{title}', { title: model.title.toLowerCase() })}
            </Button>
          </div>
        )}
        <ListPanel entityList={entityList} initialValues={initialValues} />
      </EntityListContext>
    </ResourceContextProvider>
  );
};
