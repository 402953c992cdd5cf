import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useRecordContext } from 'react-admin';
import { Link } from 'react-router';
import { useMay } from '../../authProvider/AccessContext.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { useOpenPath } from '../../resources/openPath.ts';
import { recordPath } from '../../resources/fields/shared/RecordLink.tsx';
import type { ListRecord } from '../../resources/fieldKit/types.ts';
import { ChangeTable } from '../../resources/history/ChangeTable.tsx';
import { type ConsoleEntity, entityByName, hasEntity } from '../../resources/product.ts';
import { ShowSkeleton } from '../../resources/states/ShowSkeleton.tsx';
import { ErrorState } from '../../resources/states/ListStates.tsx';
import { StatePanel } from '../../resources/states/StatePanel.tsx';
import { AuditAround } from './AuditAround.tsx';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const Heading = styled('h2')({ margin: '0 0 12px', ...TEXT.body, lineHeight: '20px', fontWeight: 600 });

/** The change of an audit entry's record, before beside after; for an entry without a record, the entries around it. */
export const AuditChange = () => {
  const entry = useRecordContext<ListRecord>();
  const may = useMay();
  const [entity, recordId, username] = [entry?.['entity'], entry?.['recordId'], entry?.['username']];
  const path = useOpenPath(entityByName('audit-entry'))('list');
  if (typeof entity !== 'string' || typeof recordId !== 'string' || !hasEntity(entity))
    return (
      <section aria-label={t('Around that time')}>
        <Heading>{t('Around that time')}</Heading>
        <AuditAround ofAll />
        {typeof username === 'string' && (
          <Button
            component={Link}
            to={`${path}?${new URLSearchParams({ username })}`}
            variant="outlined"
            size="small"
            sx={{ mt: 2 }}
          >
            {t('All entries of %{name}', { name: String(entry?.['name'] ?? username) })}
          </Button>
        )}
      </section>
    );
  const model = entityByName(entity);
  if (!may(entity, 'list'))
    return (
      <StatePanel
        title={t('You may not see %{plural}', { plural: model.plural.toLowerCase() })}
        text={t(
          'Only people who can read these records can see what changed. Ask an administrator for access.',
        )}
      />
    );
  return <Change model={model} id={recordId} entryId={entry?.id ?? ''} />;
};

interface ChangeProps {
  model: ConsoleEntity;
  id: string;
  /** Id of the audit entry, which is also that of the record's history entry. */
  entryId: string;
}

const Change = ({ model, id, entryId }: ChangeProps) => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [model.name, 'history', id, entryId],
    queryFn: ({ signal }) => dataProvider.history(model.name, id, { cursorId: entryId, take: 1, signal }),
    retry: false,
    staleTime: Infinity,
  });
  if (isPending) return <ShowSkeleton />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const [change] = data;
  if (!change)
    return (
      <StatePanel title={t('This change is no longer kept')} text={t('The record’s history starts later.')} />
    );
  const path = change.after === null ? undefined : recordPath(model.name, id);
  return (
    <>
      <ChangeTable model={model} entry={change} />
      {path && (
        <Button component={Link} to={path} variant="outlined" size="small" sx={{ mt: 2 }}>
          {t('Open the %{title}', { title: model.title.toLowerCase() })}
        </Button>
      )}
    </>
  );
};
