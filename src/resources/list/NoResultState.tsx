import Search from '@mui/icons-material/Search';
import Button from '@mui/material/Button';
import { fieldNamed } from '../columns.ts';
import { entityLabel } from '../entityLabels.ts';
import { StatePanel } from '../states/StatePanel.tsx';
import { findTab } from './listState.ts';
import type { EntityListModel } from './useEntityList.ts';
import { t } from '../../../schemas/texts/translate.ts';

interface NoResultStateProps {
  entityList: EntityListModel;
  onClear: () => void;
  /** Whether only the search narrows the list. */
  isSearchOnly?: boolean;
}

/** There are records, but none match search and filters. */
export const NoResultState = ({ entityList, onClear, isSearchOnly = false }: NoResultStateProps) => (
  <StatePanel
    icon={<Search aria-hidden />}
    title={t('No %{noun} found', { noun: entityLabel(entityList.model, 0) })}
    text={buildText(entityList.state.keyword, isSearchOnly ? '' : filterTitles(entityList))}
  >
    <Button variant="outlined" onClick={onClear}>
      {t('Clear search and filters')}
    </Button>
  </StatePanel>
);

/** What was searched for, and which filters are on. */
const buildText = (keyword: string, filters: string): string => {
  if (keyword === '') return t('Nothing matches these filters: %{filters}. Clear some of them.', { filters });
  if (filters === '') return t('Nothing matches “%{keyword}”. Check the spelling.', { keyword });
  return t(
    'Nothing matches “%{keyword}” with these filters: %{filters}. Check the spelling or clear some filters.',
    { keyword, filters },
  );
};

/** Titles of the fields whose filters narrow the list beyond its tab. */
const filterTitles = ({ model, state }: EntityListModel): string => {
  const by = findTab(model, state) === undefined ? undefined : model.list.tabs?.by;
  return Object.keys(state.filters)
    .filter((name) => name !== by)
    .map((name) => fieldNamed(model, name)?.title ?? name)
    .join(t(', '));
};
