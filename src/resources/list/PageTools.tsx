import Button from '@mui/material/Button';
import { PAGE_SIZES } from '../../../schemas/model/listCalls.ts';
import type { EntityListModel } from './useEntityList.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Pagination: rows per page, previous and next page. */
export const PageTools = ({ entityList }: { entityList: EntityListModel }) => {
  const { state, list, change, setPerPage } = entityList;
  const { page = 1 } = state;
  return (
    <>
      <label>
        {t('Rows per page')}{' '}
        <select value={state.perPage} onChange={(event) => setPerPage(Number(event.target.value))}>
          {PAGE_SIZES.concat(PAGE_SIZES.includes(state.perPage) ? [] : state.perPage).map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>
      <Button size="small" color="inherit" disabled={page === 1} onClick={() => change({ page: page - 1 })}>
        {t('Previous')}
      </Button>
      <span>{t('Page %{page}', { page })}</span>
      <Button
        size="small"
        color="inherit"
        disabled={!list.hasMore}
        onClick={() => change({ page: page + 1 })}
      >
        {t('Next')}
      </Button>
    </>
  );
};
