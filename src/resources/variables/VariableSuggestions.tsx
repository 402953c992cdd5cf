import Paper from '@mui/material/Paper';
import Popper from '@mui/material/Popper';
import { styled } from '@mui/material/styles';
import { useGetList } from 'react-admin';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { useMay } from '../../authProvider/AccessContext.ts';
import { Tag } from '../fields/shared/Badge.tsx';
import { hasEntity } from '../product.ts';
import { toVariable, VARIABLE } from './useVariables.ts';

/** Variables that are offered at once. */
const MAX_SUGGESTIONS = 8;

const List = styled('ul')({ listStyle: 'none', margin: 0, padding: 4 });
const Option = styled('li')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 32,
  padding: '2px 8px',
  borderRadius: 6,
  fontSize: 13,
  lineHeight: '20px',
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
  /** Tells what is offered, in order; it must stay the same function. */
  onNames: (names: string[]) => void;
  onPick: (name: string) => void;
}

/** The variables whose names or values have what was typed, with their values. */
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
  const variables = useMemo(() => (data ?? []).map(toVariable), [data]);
  useEffect(() => {
    onNames(variables.map(({ name }) => name));
    return () => onNames([]);
  }, [onNames, variables]);
  if (variables.length === 0) return null;
  return (
    <Popper open anchorEl={anchor} placement="bottom-start" style={{ zIndex: 1400 }}>
      <Paper elevation={4} sx={{ mt: 0.5, width: 360, maxWidth: 'calc(100vw - 32px)' }}>
        <List role="listbox" id={id} aria-label="Variables">
          {variables.map(({ name, value, fromEnvironment }, index) => (
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
              {fromEnvironment ? <Tag>environment</Tag> : null}
            </Option>
          ))}
        </List>
      </Paper>
    </Popper>
  );
}
