import { styled } from '@mui/material/styles';
import { useQueries } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { Link } from 'react-router';
import { recordTitle } from '../../schemas/model/fields.ts';
import { useMay } from '../authProvider/AccessContext.ts';
import { fieldNamed } from '../resources/columns.ts';
import { RowMark } from '../resources/list/RowMark.tsx';
import { markStyle } from '../resources/list/tableStyles.ts';
import { findDisplayType } from '../resources/fields/registry.ts';
import { isFilled } from '../resources/fields/shared/FieldGroup.tsx';
import type { ListRecord } from '../resources/fieldKit/types.ts';
import { Cell } from '../resources/fieldKit/Value.tsx';
import { hasScreen, pathOf } from '../resources/paths.ts';
import { type ConsoleEntity, entityByName } from '../resources/product.ts';
import { t } from '../../schemas/texts/translate.ts';
import { TEXT } from '../theme/text.ts';

const MAX_RECORDS = 3;
const STALE_MS = 30_000;

const Rows = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gridTemplateColumns: `repeat(${MAX_RECORDS}, minmax(0, 1fr))`,
  gap: '0 24px',
  '& li': {
    // Above the link that covers the whole card.
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: '32px minmax(0, 1fr)',
    alignItems: 'center',
    gap: 10,
    minHeight: 56,
    ...TEXT.small,
    '& > .mark': { justifySelf: 'center' },
  },
  '& li > div': { minWidth: 0 },
  '& .name': {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: 'var(--ink)',
    fontWeight: 500,
    textDecoration: 'none',
  },
  '& .about': {
    // Parts that do not fit are hidden instead of truncated.
    ...{ display: 'flex', flexWrap: 'wrap', columnGap: 8, height: 18 },
    ...TEXT.caption,
    overflow: 'hidden',
    whiteSpace: 'nowrap',
    color: 'var(--ink-3)',
    '& > *': { maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis' },
    '& > * + *::before': { content: '"·"', marginRight: 8 },
  },
  // Within a sentence.
  '& .moment': { display: 'inline-block', '&::first-letter': { textTransform: 'lowercase' } },
  '& a.name:hover': { textDecoration: 'underline' },
  // The whole row is the link.
  '& a.name::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 6 },
  '& a.name:focus-visible': { outline: 0 },
  '& a.name:focus-visible::after': { outline: '2px solid var(--focus)' },
  '& .mark': { ...markStyle, width: 32, height: 32 },
  '& .picture, & .picture img': { width: 32, height: 32, border: 0, objectFit: 'contain' },
  [theme.breakpoints.down('lg')]: {
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    '& li:nth-of-type(n + 3)': { display: 'none' },
  },
  [theme.breakpoints.down('sm')]: {
    gridTemplateColumns: 'minmax(0, 1fr)',
    '& li:nth-of-type(n)': { display: 'grid' },
  },
}));

const Nothing = styled('p')({
  margin: 0,
  color: 'var(--ink-3)',
  ...TEXT.small,
});

/** The most recently changed records of some entities that the person may read: name, state and time of the change. */
export const LatestRecords = ({ label, entities }: { label: string; entities: readonly string[] }) => {
  const may = useMay();
  const models = entities.filter((name) => may(name, 'list')).map(entityByName);
  const { rows, isPending, isFailed } = useLatest(models);
  if (models.length === 0) return null;
  // The space is reserved, so that nothing moves when they are loaded.
  if (isPending) return <Rows aria-hidden sx={{ minHeight: 56 }} />;
  if (rows.length === 0)
    return <Nothing>{isFailed ? t('This could not be loaded.') : t('Nothing here yet.')}</Nothing>;
  return (
    <Rows aria-label={t('Latest in %{label}', { label })}>
      {rows.map(({ model, record }) => (
        <Row key={record.id} model={model} record={record} hasKind={models.length > 1} />
      ))}
    </Rows>
  );
};

interface RowProps {
  model: ConsoleEntity;
  record: ListRecord;
  hasKind: boolean;
}
const Row = ({ model, record, hasKind }: RowProps) => {
  const state = model.lifecycle && fieldNamed(model, model.lifecycle.field);
  const changed = fieldNamed(model, 'updatedAt');
  const title = recordTitle(model, record);
  return (
    <li>
      <Face model={model} record={record} />
      <div>
        {hasScreen(model) ? (
          <Link className="name" to={pathOf(model, 'show', record.id)}>
            {title}
          </Link>
        ) : (
          <span className="name">{title}</span>
        )}
        <span className="about">
          {hasKind && <span>{model.title}</span>}
          {state && (
            <span>
              <Cell field={state} value={record[state.name]} />
            </span>
          )}
          {changed && (
            <span>
              {t('Edited')}{' '}
              <span className="moment">
                <Cell field={changed} value={record.updatedAt} />
              </span>
            </span>
          )}
        </span>
      </div>
    </li>
  );
};

/** The record's picture where it has one, else its icon. */
const Face = ({ model, record }: { model: ConsoleEntity; record: ListRecord }) => {
  const picture = model.fields.find(
    (field) => findDisplayType(field).picture && model.list.columns.includes(field.name),
  );
  if (!picture || !isFilled(record[picture.name])) return <RowMark model={model} record={record} />;
  return (
    <span className="mark picture" aria-hidden>
      <Cell field={picture} value={record[picture.name]} />
    </span>
  );
};

/** The most recently changed records across the entities. */
const useLatest = (models: ConsoleEntity[]) => {
  const provider = useDataProvider();
  return useQueries({
    queries: models.map(({ name }) => ({
      queryKey: ['latest', name],
      staleTime: STALE_MS,
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (
          await provider.getList<ListRecord>(name, {
            pagination: { page: 1, perPage: MAX_RECORDS },
            sort: { field: 'updatedAt', order: 'DESC' },
            filter: {},
            meta: { live: true },
            signal,
          })
        ).data,
    })),
    combine: (answers) => ({
      isPending: answers.some((answer) => answer.isPending),
      isFailed: answers.some((answer) => answer.isError),
      rows: answers
        .flatMap(({ data = [] }, at) =>
          data.flatMap((record) => (models[at] ? [{ model: models[at], record }] : [])),
        )
        .sort((one, other) => other.record.updatedAt.localeCompare(one.record.updatedAt))
        .slice(0, MAX_RECORDS),
    }),
  });
};
