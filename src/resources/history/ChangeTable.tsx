import { useMemo } from 'react';
import { styled } from '@mui/material/styles';
import type { HistoryEntry } from '../../../schemas/model/answers.ts';
import { Detail } from '../fields/Value.tsx';
import { Muted } from '../fields/shared/parts.tsx';
import { isFilled } from '../fields/shared/FieldGroup.tsx';
import { useIsWhole } from '../form/useCheck.ts';
import type { ConsoleEntity } from '../product.ts';
import { diffRecords } from './diff.ts';
import type { FieldChange } from './diff.ts';

const Changes = styled('dl')(({ theme }) => {
  const { palette } = theme.vars ?? theme;
  return {
    display: 'grid',
    gap: 12,
    margin: 0,
    '& dt': { fontSize: 12, fontWeight: 500, color: palette.text.secondary, marginBottom: 4 },
    '& dd': {
      margin: 0,
      display: 'grid',
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      gap: 8,
      fontSize: 13,
    },
    '& del, & ins': {
      display: 'block',
      minWidth: 0,
      padding: '6px 10px',
      borderRadius: 6,
      textDecoration: 'none',
      overflowWrap: 'anywhere',
    },
    '& del': { backgroundColor: 'var(--danger-soft)' },
    '& ins': { backgroundColor: 'var(--success-soft)' },
    [theme.breakpoints.down('sm')]: { '& dd': { gridTemplateColumns: 'minmax(0, 1fr)' } },
  };
});

/** What a change did, field by field: before beside after. */
export const ChangeTable = ({ model, entry }: { model: ConsoleEntity; entry: HistoryEntry }) => {
  const whole = useIsWhole(model.name);
  const changes = useMemo(
    () => (whole ? diffRecords(model.fields, entry.before, entry.after) : []),
    [whole, model.fields, entry.before, entry.after],
  );
  if (!whole) return null;
  if (changes.length === 0) return <Muted>No field changed.</Muted>;
  return (
    <Changes>
      {changes.map((change) => (
        <div key={change.pointer}>
          <dt>{change.titles.join(' › ')}</dt>
          <dd>
            <Side change={change} of="before" />
            <Side change={change} of="after" />
          </dd>
        </div>
      ))}
    </Changes>
  );
};

const Side = ({ change, of }: { change: FieldChange; of: 'before' | 'after' }) => {
  const value = change[of];
  const Mark = of === 'before' ? 'del' : 'ins';
  return (
    <Mark aria-label={of === 'before' ? 'Before' : 'After'}>
      {isFilled(value) ? <Detail field={change.field} value={value} /> : <Muted>Empty</Muted>}
    </Mark>
  );
};
