import { type ReactNode, useMemo } from 'react';
import { styled } from '@mui/material/styles';
import type { HistoryEntry } from '../../../schemas/model/responses.ts';
import { Detail } from '../fieldKit/Value.tsx';
import { Muted } from '../fieldKit/parts.tsx';
import { isFilled } from '../fields/shared/FieldGroup.tsx';
import { useIsModelLoaded } from '../form/useFormValidator.ts';
import type { JsonObject } from '../../../schemas/model/types.ts';
import type { ConsoleEntity } from '../product.ts';
import { diffRecords } from '../fieldKit/diff.ts';
import type { FieldChange } from '../fieldKit/diff.ts';
import { t } from '../../../schemas/texts/translate.ts';

const Changes = styled('dl')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  margin: 0,
  '& dt': { fontSize: 12, fontWeight: 500, color: 'var(--ink-2)', marginBottom: 4 },
  '& dd, & .sides': {
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
  [theme.breakpoints.down('sm')]: { '& dd, & .sides': { gridTemplateColumns: 'minmax(0, 1fr)' } },
}));

/** The changed fields of a history entry, before and after. */
export const ChangeTable = ({ model, entry }: { model: ConsoleEntity; entry: HistoryEntry }) => (
  <ValueChanges model={model} before={entry.before} after={entry.after} />
);

interface ValueChangesProps {
  model: ConsoleEntity;
  before: JsonObject | null;
  after: JsonObject | null;
}

/** The differing fields of two versions of a record. */
export const ValueChanges = ({ model, before, after }: ValueChangesProps) => {
  const isModelLoaded = useIsModelLoaded(model.name);
  const changes = useMemo(
    () => (isModelLoaded ? diffRecords(model.fields, before, after) : []),
    [isModelLoaded, model.fields, before, after],
  );
  if (!isModelLoaded) return null;
  if (changes.length === 0) return <Muted>{t('No field changed.')}</Muted>;
  return (
    <Changes>
      {changes.map((change) => (
        <div key={change.pointer}>
          <dt>{change.titles.join(' › ')}</dt>
          <dd>
            <Side of="before">
              <ChangedValue change={change} of="before" />
            </Side>
            <Side of="after">
              <ChangedValue change={change} of="after" />
            </Side>
          </dd>
        </div>
      ))}
    </Changes>
  );
};

/** Before and after of other content. */
export const BeforeAfter = ({ before, after }: { before: ReactNode; after: ReactNode }) => (
  <Changes as="div">
    <div className="sides">
      <Side of="before">{before}</Side>
      <Side of="after">{after}</Side>
    </div>
  </Changes>
);

const Side = ({ of, children }: { of: 'before' | 'after'; children: ReactNode }) => {
  const Mark = of === 'before' ? 'del' : 'ins';
  return <Mark aria-label={of === 'before' ? t('Before') : t('After')}>{children}</Mark>;
};

const ChangedValue = ({ change, of }: { change: FieldChange; of: 'before' | 'after' }) => {
  const value = change[of];
  return isFilled(value) ? <Detail field={change.field} value={value} /> : <Muted>{t('Empty')}</Muted>;
};
