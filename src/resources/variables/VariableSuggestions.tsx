import Paper from '@mui/material/Paper';
import Popper from '@mui/material/Popper';
import { styled } from '@mui/material/styles';
import { useDataProvider, useGetList } from 'react-admin';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { useMay } from '../../authProvider/AccessContext.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { Tag } from '../fields/shared/Badge.tsx';
import { hasEntity } from '../product.ts';
import { fetchPersonNames, useMayReadNames, withPersonVariables } from './personNames.ts';
import { toVariable, VARIABLE } from './useVariables.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const MAX_SUGGESTIONS = 8;
const MAX_HEIGHT_PX = 296;

const List = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 4,
  maxHeight: MAX_HEIGHT_PX,
  overflowY: 'auto',
});
const Option = styled('li')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 32,
  padding: '2px 8px',
  borderRadius: 6,
  ...TEXT.small,
  cursor: 'pointer',
  '&[aria-selected=true]': { background: 'var(--accent-soft)' },
  '& code': { fontFamily: 'var(--mono)', color: 'var(--accent-text)', whiteSpace: 'nowrap' },
  '& > span:first-of-type': {
    flex: 1,
    minWidth: 0,
    color: 'var(--ink-3)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});

interface Props {
  id: string;
  anchor: HTMLElement;
  typed: string;
  active: number;
  /** Called with the suggested names in order; must be a stable function. */
  onNames: (names: string[]) => void;
  onPick: (name: string) => void;
}

/** Variables whose name or value contains the typed text, with their values; then those of people. */
export default function VariableSuggestions({ id, anchor, typed, active, onNames, onPick }: Props) {
  const may = useMay();
  const { data } = useGetList<EntityRecord>(
    VARIABLE,
    {
      filter: typed === '' ? {} : { keyword: typed },
      pagination: { page: 1, perPage: MAX_SUGGESTIONS },
      sort: { field: 'name', order: 'ASC' },
    },
    {
      enabled: hasEntity(VARIABLE) && may(VARIABLE, 'read'),
      placeholderData: keepPreviousData,
      retry: false,
    },
  );
  const provider = useDataProvider<ConsoleDataProvider>();
  const { data: customNames } = useQuery({
    queryKey: ['person variables', 'offered', typed],
    queryFn: ({ signal }) => fetchPersonNames(provider, { keyword: typed }, signal),
    enabled: useMayReadNames(),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const variables = useMemo(
    () => withPersonVariables((data ?? []).map(toVariable), typed, customNames ?? []),
    [data, typed, customNames],
  );
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const option = list.current?.children[active];
    if (list.current && option instanceof HTMLElement)
      list.current.scrollTop = option.offsetTop - MAX_HEIGHT_PX / 2;
  }, [active, variables]);
  useEffect(() => {
    onNames(variables.map(({ name }) => name));
    return () => onNames([]);
  }, [onNames, variables]);
  if (variables.length === 0) return null;
  return (
    <Popper open anchorEl={anchor} placement="bottom-start" style={{ zIndex: 1400 }}>
      <Paper elevation={4} sx={{ mt: 0.5, width: 360, maxWidth: 'calc(100vw - 32px)' }}>
        <List ref={list} role="listbox" id={id} aria-label={t('Variables')}>
          {variables.map(({ name, value, origin }, index) => (
            <Option
              key={name}
              role="option"
              id={`${id}-${index}`}
              aria-selected={index === active}
              // The input keeps the focus.
              onMouseDown={(event) => {
                event.preventDefault();
                onPick(name);
              }}
            >
              <code>{name}</code>
              <span>{value}</span>
              {origin === undefined ? null : <Tag>{origin}</Tag>}
            </Option>
          ))}
        </List>
      </Paper>
    </Popper>
  );
}
