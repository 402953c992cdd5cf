import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { styled } from '@mui/material/styles';
import { useId } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ShowTab } from '../../../schemas/model/types.ts';
import { useMay } from '../../authProvider/AccessContext.ts';
import { fullBleedTabs } from '../../ui/fullBleedTabs.ts';
import type { ListRecord } from '../fieldKit/types.ts';
import { HistoryPanel } from '../history/HistoryPanel.tsx';
import { ChildList } from '../list/ChildList.tsx';
import { TAB_PARAM } from '../listScope.ts';
import { Icon } from '../menu/icons.tsx';
import { Panel } from '../panels/Panel.tsx';
import type { ConsoleEntity } from '../product.ts';
import { InlineEditedFields } from './EditedFields.tsx';
import { RecordSections } from './RecordSections.tsx';
import { t } from '../../../schemas/texts/translate.ts';

type PageTab =
  ShowTab | { id: 'history'; label: string; kind: 'history'; icon?: string; countField?: undefined };

/** The schema's tabs, or one with the form's sections; then the history. */
const buildTabs = (model: ConsoleEntity, mayRead: (entity: string) => boolean): PageTab[] => {
  const { main, aside } = model.form;
  const details: ShowTab = {
    id: 'details',
    label: t('Details'),
    kind: 'fields',
    sections: [...main, ...aside],
  };
  const configured = model.show.tabs.filter((tab) => tab.kind !== 'list' || mayRead(tab.entity));
  const own: PageTab[] = model.show.tabs.length > 0 ? configured : [details];
  return model.features.history ? [...own, { id: 'history', label: t('History'), kind: 'history' }] : own;
};

interface RecordTabsProps {
  model: ConsoleEntity;
  record: ListRecord;
}

/** The tabs of a record; the selected one is stored in the address. */
export const RecordTabs = ({ model, record }: RecordTabsProps) => {
  const may = useMay();
  const id = useId();
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const tabs = buildTabs(model, (entity) => may(entity, 'list'));
  const [first] = tabs;
  const requestedId = new URLSearchParams(search).get(TAB_PARAM);
  const open = tabs.find((tab) => tab.id === requestedId) ?? first;
  if (!open || !first) return null;
  if (tabs.length === 1) return <TabContent model={model} record={record} tab={first} />;

  const choose = (next: string): void => {
    const query = new URLSearchParams(search);
    if (next === first.id) query.delete(TAB_PARAM);
    else query.set(TAB_PARAM, next);
    const text = query.toString().replaceAll('%3A', ':');
    void navigate({ search: text && `?${text}` }, { replace: true, state: state as unknown });
  };
  return (
    <div style={{ minWidth: 0 }}>
      <Tabs
        value={open.id}
        onChange={(_, next: string) => choose(next)}
        variant="scrollable"
        scrollButtons="auto"
        aria-label={model.title}
        sx={{ ...fullBleedTabs, mb: 2 }}
      >
        {tabs.map((tab) => (
          <Tab
            key={tab.id}
            value={tab.id}
            label={<TabLabel tab={tab} record={record} />}
            icon={tab.icon === undefined ? undefined : <Icon name={tab.icon} />}
            iconPosition="start"
            id={`${id}-tab-${tab.id}`}
            aria-controls={`${id}-panel`}
            sx={{ minHeight: 44 }}
          />
        ))}
      </Tabs>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${open.id}`}>
        <TabContent key={open.id} model={model} record={record} tab={open} />
      </div>
    </div>
  );
};

const Count = styled('span')({
  marginLeft: 2,
  color: 'var(--ink-3)',
  fontWeight: 400,
  fontVariantNumeric: 'tabular-nums',
});

/** A tab's label with the count of its field's values, unless zero. */
const TabLabel = ({ tab: { label, countField }, record }: { tab: PageTab; record: ListRecord }) => {
  const value: unknown = countField === undefined ? undefined : record[countField];
  const count = typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
  return (
    <span>
      {label}
      {count > 0 && <Count>{` ${count}`}</Count>}
    </span>
  );
};

const TabContent = ({ model, record, tab }: RecordTabsProps & { tab: PageTab }) => {
  switch (tab.kind) {
    case 'list':
      return <ChildList entity={tab.entity} by={tab.by} id={record.id} scope={tab.id} />;
    case 'panel':
      return <Panel name={tab.panel} />;
    case 'edit':
      return <InlineEditedFields model={model} record={record} tab={tab} />;
    case 'history':
      return <HistoryPanel model={model} record={record} />;
    default:
      return <RecordSections model={model} record={record} sections={tab.sections} />;
  }
};
