import WarningIcon from '@mui/icons-material/WarningAmber';
import { styled } from '@mui/material/styles';
import { useMemo } from 'react';
import { useGetList } from 'react-admin';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { messageOf } from '../../resources/changes/failures.ts';
import { Cell } from '../../resources/fieldKit/Value.tsx';
import type { FieldValue } from '../../resources/fieldKit/types.ts';
import { usePanelStatus } from '../../resources/fieldKit/panelStatus.ts';
import { useLiveRecord } from '../../resources/fieldKit/useLiveRecord.ts';
import { ShowSkeleton } from '../../resources/states/ShowSkeleton.tsx';
import { type DraftRule, findHidingRule, visibleRange } from './ruleOrder.ts';
import { Hint } from './talkParts.tsx';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const Rules = styled('ol')({
  listStyle: 'none',
  margin: '12px calc(-1 * var(--pad, 16px)) 0',
  padding: 0,
  ...TEXT.caption,
  color: 'var(--ink-2)',
  '& > li': {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr)',
    gap: '0 12px',
    padding: '8px var(--pad, 16px)',
    borderTop: '1px solid var(--line)',
  },
  '& > li:last-of-type': { borderBottom: '1px solid var(--line)' },
  '& i': { fontStyle: 'normal', lineHeight: '20px', fontVariantNumeric: 'tabular-nums' },
  '& b': { display: 'block', ...TEXT.small, fontWeight: 500, color: 'var(--ink)' },
  '& div': { minWidth: 0, overflowWrap: 'anywhere' },
  '& [data-off]': { '&, & *': { color: 'var(--ink-3) !important' }, '& b': { fontWeight: 400 } },
  '& [aria-current]': { background: 'var(--accent-soft)' },
  '& [aria-current]::before': {
    content: '""',
    position: 'absolute',
    left: 0,
    top: 8,
    bottom: 8,
    width: 3,
    borderRadius: '0 2px 2px 0',
    background: 'var(--accent)',
  },
});
const Before = styled('p')({ margin: '12px 0 0', ...TEXT.caption, color: 'var(--ink-3)' });
const Warning = styled('p')({
  display: 'flex',
  gap: 6,
  margin: '6px 0 0',
  color: 'var(--warning)',
  '& svg': { fontSize: 16, marginTop: 1 },
});

/** Largest number of rules that are fetched; the list shows all. */
const MAX_RULES = 100;
type Stored = DraftRule & EntityRecord;

/** Position of the form's rule among the others, in words, with the form's current values. */
export const RuleOrder = () => {
  const { values, fields } = useLiveRecord();
  const draft = values as DraftRule;
  const {
    data = [],
    isPending,
    error,
  } = useGetList<Stored>('chat-logic', {
    pagination: { page: 1, perPage: MAX_RULES },
    sort: { field: 'order', order: 'ASC' },
    filter: {},
  });
  const storedIndex = data.findIndex(({ id }) => id === draft.id);
  const at = storedIndex < 0 ? data.length : storedIndex;
  const rules: DraftRule[] =
    storedIndex < 0
      ? [...data, draft]
      : data.map((rule, index) => (index === at ? { ...rule, ...draft } : rule));
  const hidingIndex = findHidingRule(rules, at);
  const warningText =
    hidingIndex === undefined
      ? undefined
      : t('Rule %{number} comes first and answers all of these.', { number: hidingIndex + 1 });
  usePanelStatus(
    useMemo(
      () => [
        {
          label: t('Rule %{number} of %{count}', { number: at + 1, count: rules.length }),
          ...(warningText === undefined
            ? { tone: 'neutral' as const }
            : { tone: 'warning' as const, text: warningText }),
        },
      ],
      [warningText, at, rules.length],
    ),
  );
  const [from, to] = visibleRange(rules.length, at);
  const fieldNamed = (name: string) => fields.find((field) => field.name === name);
  const value = (rule: DraftRule, name: 'when' | 'then') => {
    const field = fieldNamed(name);
    const ruleValue = rule[name] as unknown as FieldValue;
    return field && ruleValue ? <Cell field={field} value={ruleValue} /> : null;
  };
  if (isPending) return <ShowSkeleton />;
  // Then its position is not storedIndex.
  if (error && data.length === 0) return <Hint role="alert">{messageOf(error)}</Hint>;
  return (
    <>
      <Hint>{t('Drag rules in the list to change the order.')}</Hint>
      {from > 0 && <Before>{t('Rules 1 to %{last} come before these.', { last: from })}</Before>}
      <Rules start={from + 1} aria-label={t('Rules in order')}>
        {rules.slice(from, to).map((rule, offset) => {
          const index = from + offset;
          const isThis = index === at;
          return (
            <li
              key={rule.id ?? 'new'}
              aria-current={isThis || undefined}
              data-off={rule.active === false || undefined}
            >
              <i>{index + 1}</i>
              <div>
                <b>{rule.name || t('This rule')}</b>
                {value(rule, 'when')} → {value(rule, 'then')}
                {isThis && warningText !== undefined ? (
                  <Warning>
                    <WarningIcon aria-hidden /> {warningText}
                  </Warning>
                ) : null}
              </div>
            </li>
          );
        })}
      </Rules>
    </>
  );
};
