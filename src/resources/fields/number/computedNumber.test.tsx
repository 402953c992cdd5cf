import { screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'react-admin';
import { expect, it, vi } from 'vitest';
import type { ListRecord } from '../../fieldKit/types.ts';
import { renderList } from '../../form/testing/renderForm.tsx';

const segment = (at: number): ListRecord => ({
  ...{
    id: `s${at}`,
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  },
  ...{ name: `Segment ${at}`, who: { match: 'all', conditions: [] } },
});

type Query = (
  entity: string,
  id: null,
  verb: string,
  options: { body: { ids: string[] } },
) => Promise<unknown>;

/** Renders the list of three segments; `answer` responds to the query of their people. */
function open(answer: Query) {
  const query = vi.fn<Query>(answer);
  renderList('segment', '/campaign/segment', {
    dataProvider: {
      query: query,
      getList: async () => ({
        data: [1, 2, 3].map(segment),
        pageInfo: { hasNextPage: false, hasPreviousPage: false },
      }),
    },
  });
  const row = async (name: string): Promise<HTMLElement> =>
    (await screen.findByRole('link', { name })).closest('tr') as HTMLElement;
  return { query, row };
}

it('is fetched after the rows, in one request for all of them', async () => {
  let respond: (answer: unknown) => void = () => undefined;
  const { query, row } = open(() => new Promise((resolve) => (respond = resolve)));
  expect(await within(await row('Segment 1')).findByText('counting…')).toBeInTheDocument();
  await waitFor(() => expect(query).toHaveBeenCalledTimes(1));
  expect(query).toHaveBeenCalledWith('segment', null, 'people', { body: { ids: ['s1', 's2', 's3'] } });
  respond({ values: { s1: 1_074, s2: 12_000 }, about: ['s2'] });
  expect(await within(await row('Segment 1')).findByText('1,074')).toBeInTheDocument();
  expect(await within(await row('Segment 2')).findByTitle('About 12,000')).toHaveTextContent('≈ 12,000');
  expect(await within(await row('Segment 3')).findByTitle('Could not be counted')).toHaveTextContent('–');
  expect(query).toHaveBeenCalledTimes(1);
});

it('shows the rows without numbers where the services do not answer', async () => {
  const { row } = open(() => Promise.reject(new HttpError('The services are away', 503)));
  expect(await within(await row('Segment 2')).findByTitle('Could not be counted')).toHaveTextContent('–');
  expect(screen.getAllByText('Everybody')).toHaveLength(3);
});
