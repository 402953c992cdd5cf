import { styled } from '@mui/material/styles';
import type { KeyboardEvent } from 'react';
import type { EntityListModel } from './useEntityList.ts';
import { fieldNamed } from './columns.ts';
import { Muted } from '../fields/shared/parts.tsx';
import { countText } from './useTabCounts.ts';

const ALL = '';

const Bar = styled('div')(({ theme }) => {
  const { palette } = theme.vars ?? theme;
  return {
    display: 'flex',
    gap: 20,
    padding: '0 var(--edge)',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    borderBottom: `1px solid ${palette.divider}`,
    '& button': {
      flexShrink: 0,
      minHeight: 40,
      padding: '8px 0',
      border: 0,
      background: 'none',
      boxShadow: 'inset 0 -2px transparent',
      font: 'inherit',
      fontSize: 13,
      color: palette.text.secondary,
      cursor: 'pointer',
    },
    '& button:hover': { color: palette.text.primary },
    '& [aria-selected=true]': {
      color: palette.text.primary,
      fontWeight: 500,
      boxShadow: `inset 0 -2px ${palette.primary.main}`,
    },
    '& button:focus-visible': { outline: `2px solid ${palette.primary.main}`, outlineOffset: -2 },
  };
});

/** Tabs over the choices of one field, with how many records each holds. */
export const StatusTabs = ({ entityList }: { entityList: EntityListModel }) => {
  const { model, state, counts, change } = entityList;
  const { tabs } = model.list;
  const field = tabs && fieldNamed(model, tabs.by);
  if (!tabs || !field) return null;
  const { [tabs.by]: chosen, ...others } = state.filters;
  const values = chosen?.[''] ?? [];
  const choices = field.choices ?? [];
  const [only] = values;
  const isTab = values.length === 1 && choices.some((choice) => String(choice.value) === only);
  const offered = [
    ...(tabs.all === undefined ? [] : [{ value: ALL, label: tabs.all, count: counts?.['all'] }]),
    ...choices.map((choice) => ({
      value: String(choice.value),
      label: choice.label,
      count: counts && (counts[String(choice.value)] ?? 0),
    })),
  ];
  const value = isTab ? only : values.length === 0 && tabs.all !== undefined ? ALL : undefined;
  const choose = (next: string): void =>
    change({ filters: next === ALL ? others : { ...others, [tabs.by]: { '': [next] } } });
  // The Tab key leads to one of them, also while none is chosen.
  const stop = value ?? offered[0]?.value;
  return (
    <Bar role="tablist" aria-label={field.title} onKeyDown={walk}>
      {offered.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          aria-selected={tab.value === value}
          tabIndex={tab.value === stop ? 0 : -1}
          onClick={() => choose(tab.value)}
        >
          {tab.label} {tab.count !== undefined && <Muted>{countText(tab.count)}</Muted>}
        </button>
      ))}
    </Bar>
  );
};

/** Arrow keys, Home and End walk through the tabs; Enter and Space choose, as on any button. */
const walk = (event: KeyboardEvent<HTMLElement>): void => {
  const tabs = [...event.currentTarget.querySelectorAll('button')];
  const at = tabs.findIndex((tab) => tab === event.target);
  const last = tabs.length - 1;
  const next = {
    ArrowRight: at === last ? 0 : at + 1,
    ArrowLeft: at === 0 ? last : at - 1,
    Home: 0,
    End: last,
  }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  tabs[next]?.focus();
};
