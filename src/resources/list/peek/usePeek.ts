import { useLocation, useNavigate } from 'react-router';

const PEEK_PARAMETER = 'peek';

export interface PeekState {
  /** Id of the record in the peek drawer. */
  id: string | undefined;
  /** Shows a record; undefined closes the drawer. */
  open: (id: string | undefined) => void;
}

/** The record in the peek drawer, stored in the address. */
export const usePeek = (): PeekState => {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  return {
    id: new URLSearchParams(search).get(PEEK_PARAMETER) ?? undefined,
    open: (id) => {
      const query = new URLSearchParams(search);
      if (id === undefined) query.delete(PEEK_PARAMETER);
      else query.set(PEEK_PARAMETER, id);
      const text = query.toString().replaceAll('%2C', ',');
      void navigate(
        { search: text && `?${text}` },
        { replace: true, preventScrollReset: true, state: state as unknown },
      );
    },
  };
};
