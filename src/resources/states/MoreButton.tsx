import Button from '@mui/material/Button';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { messageOf } from '../changes/failures.ts';
import { Muted } from '../fieldKit/parts.tsx';

interface MoreButtonProps {
  query: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'
  >;
  label: string;
  margin?: string;
}

/** Loads the next page, if there is one, and shows a failure. */
export const MoreButton = ({ query, label, margin }: MoreButtonProps) =>
  query.hasNextPage ? (
    <div style={{ margin }}>
      <Button size="small" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {label}
      </Button>
      {query.isFetchNextPageError && (
        <Muted role="alert" style={{ marginLeft: 8, fontSize: 13 }}>
          {messageOf(query.error)}
        </Muted>
      )}
    </div>
  ) : null;
