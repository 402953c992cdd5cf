import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { CoreAdminContext, testDataProvider } from 'react-admin';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { createTestRouter } from '../../routing/testRouter.tsx';
import { entityByName } from '../product.ts';
import { pretendLayout } from '../testing/pretendLayout.ts';
import { ListNarrow } from './ListNarrow.tsx';
import { createRows } from './testing/variableList.tsx';

pretendLayout();

test('a row that somebody adds above does not scroll the list back to the open record', async () => {
  const model = entityByName('variable');
  const rowOptions = { columns: [], openPath: (id: string) => `/v/${id}` } as never;
  const Screen = () => {
    const [rows, setRows] = useState(() => createRows(200));
    const add = () => setRows((old) => [{ ...old[0]!, id: 'new', name: 'new' }, ...old]);
    const entityList = { model, query: '', list: { rows, hasMore: false, fetchMore: () => undefined } };
    return (
      <>
        <button onClick={add}>Add</button>
        <ListNarrow entityList={entityList as never} rowOptions={rowOptions} />
      </>
    );
  };
  const { element } = createTestRouter(
    '/v/v100',
    <CoreAdminContext dataProvider={testDataProvider()}>
      <Routes>
        <Route path="/v/:id" element={<Screen />} />
      </Routes>
    </CoreAdminContext>,
  );
  render(element);
  const scroller = screen.getByRole('list').parentElement!;
  expect(scroller.scrollTop).toBeGreaterThan(0);
  scroller.scrollTop = 0;
  act(() => screen.getByRole('button', { name: 'Add' }).click());
  expect(scroller.scrollTop).toBe(0);
});
