import Button from '@mui/material/Button';
import { t } from '../../../../schemas/texts/translate.ts';

export const ITEMS_PER_PAGE = 50;

interface PagerProps {
  page: number;
  count: number;
  onPage: (page: number) => void;
}

/** "51–100 of 730" with buttons to the pages before and after; nothing for a single page. */
export function Pager({ page, count, onPage }: PagerProps) {
  if (count <= ITEMS_PER_PAGE) return null;
  const last = Math.ceil(count / ITEMS_PER_PAGE) - 1;
  return (
    <div
      style={{
        display: 'flex',
        alignItems: 'center',
        gap: 8,
        fontSize: 12,
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      <Button size="small" disabled={page === 0} onClick={() => onPage(page - 1)}>
        {t('Previous')}
      </Button>
      {t('%{page}–%{count} of %{all}', {
        page: page * ITEMS_PER_PAGE + 1,
        count: Math.min(count, (page + 1) * ITEMS_PER_PAGE),
        all: count,
      })}
      <Button size="small" disabled={page === last} onClick={() => onPage(page + 1)}>
        {t('Next')}
      </Button>
    </div>
  );
}
