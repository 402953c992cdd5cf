import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import type { EntityListModel } from './useEntityList.ts';
import { fieldNamed } from './columns.ts';
import { Muted } from '../fields/shared/parts.tsx';
import { countText } from './useTabCounts.ts';

const ALL = '';

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
  const value = isTab ? only : values.length === 0 && tabs.all !== undefined ? ALL : false;
  return (
    <Tabs
      value={value}
      onChange={(_, next: string) =>
        change({ filters: next === ALL ? others : { ...others, [tabs.by]: { '': [next] } } })
      }
      variant="scrollable"
      scrollButtons={false}
      aria-label={field.title}
      sx={{ borderBottom: 1, borderColor: 'divider', px: 1 }}
    >
      {offered.map((tab) => (
        <Tab
          key={tab.value}
          value={tab.value}
          label={
            <span>
              {tab.label} {tab.count !== undefined && <Muted>{countText(tab.count)}</Muted>}
            </span>
          }
        />
      ))}
    </Tabs>
  );
};
