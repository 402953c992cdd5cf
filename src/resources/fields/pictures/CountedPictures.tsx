import { styled } from '@mui/material/styles';
import { useGetList } from 'react-admin';
import { recordTitle } from '../../../../schemas/model/fields.ts';
import { whereFilter } from '../../../../schemas/model/listCalls.ts';
import { TEXT } from '../../../theme/text.ts';
import { RowPicture } from '../shared/RowPicture.tsx';
import { useRights } from '../../changes/useRights.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { useChildren } from '../../useChildren.ts';
import type { CellProps, ListRecord } from '../../fieldKit/types.ts';

const MAX_PICTURES = 4;

const Pictures = styled('span')(({ theme }) => ({
  display: 'flex',
  // Names align whatever the height of the pictures.
  alignItems: 'flex-end',
  gap: 16,
  '--picture': '88px',
  '& > span': { minWidth: 'var(--picture)', maxWidth: 160 },
  '& i': {
    display: 'block',
    marginTop: 2,
    fontStyle: 'normal',
    ...TEXT.caption,
    color: 'var(--ink-3)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  // As many as fit on a phone.
  [theme.breakpoints.down('sm')]: {
    ...{ '--picture': '84px', '& > span': { width: 'var(--picture)' } },
    margin: '6px 0 2px',
    gap: 12,
    '& > :nth-of-type(n + 4)': { display: 'none' },
  },
}));

/** The first few of the counted records, as pictures with names. */
export const CountedPictures = ({ field, value, record }: CellProps) => {
  const { entity = '', by = '', where } = field.computed?.count ?? {};
  const { model, filter } = useChildren(entity, by, record?.id ?? '');
  const { may } = useRights(model);
  const { data } = useGetList<ListRecord>(
    model.name,
    {
      filter: { ...whereFilter(where), ...filter },
      sort: model.list.sort,
      pagination: { page: 1, perPage: MAX_PICTURES },
    },
    { enabled: typeof value === 'number' && value > 0 && record !== undefined, retry: false },
  );
  // Not a link itself: the row links to the page where one is created.
  if (value === 0 && may('create'))
    return (
      <span style={{ color: 'var(--accent-text)', fontWeight: 500 }}>
        {model.addLabel ?? t('Add %{title}', { title: model.title.toLowerCase() })}
      </span>
    );
  return (
    <Pictures>
      {data?.map((child) => (
        <span key={child.id}>
          <RowPicture model={model} record={child} />
          <i>{recordTitle(model, child)}</i>
        </span>
      ))}
    </Pictures>
  );
};
