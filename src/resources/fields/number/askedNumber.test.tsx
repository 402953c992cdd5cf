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

type Ask = (entity: string, id: null, verb: string, options: { body: { ids: string[] } }) => Promise<unknown>;

/** The list of three segments, whose people are asked for as the services answer it. */
function open(answer: Ask) {
  const ask = vi.fn<Ask>(answer);
  renderList('segment', '/campaign/segment', {
    dataProvider: {
      query: ask,
      getList: async () => ({
        data: [1, 2, 3].map(segment),
        pageInfo: { hasNextPage: false, hasPreviousPage: false },
      }),
    },
  });
  const row = async (name: string): Promise<HTMLElement> =>
    (await screen.findByRole('link', { name })).closest('tr') as HTMLElement;
  return { ask, row };
}

it('is asked for after the rows, for all of them at once', async () => {
  let tell: (answer: unknown) => void = () => undefined;
  const { ask, row } = open(() => new Promise((resolve) => (tell = resolve)));
  expect(await within(await row('Segment 1')).findByText('counting…')).toBeInTheDocument();
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
  expect(ask).toHaveBeenCalledWith('segment', null, 'people', { body: { ids: ['s1', 's2', 's3'] } });
  tell({ values: { s1: 1_074, s2: 12_000 }, about: ['s2'] });
  expect(await within(await row('Segment 1')).findByText('1,074')).toBeInTheDocument();
  expect(await within(await row('Segment 2')).findByTitle('About 12,000')).toHaveTextContent('≈ 12,000');
  expect(await within(await row('Segment 3')).findByTitle('Could not be counted')).toHaveTextContent('–');
  expect(ask).toHaveBeenCalledTimes(1);
});

it('leaves the rows as they are where the services do not answer', async () => {
  const { row } = open(() => Promise.reject(new HttpError('The services are away', 503)));
  expect(await within(await row('Segment 2')).findByTitle('Could not be counted')).toHaveTextContent('–');
  expect(screen.getAllByText('Everybody')).toHaveLength(3);
});
