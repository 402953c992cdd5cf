import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Json, JsonObject } from '../../../schemas/model/types.ts';
import { Cell } from '../../resources/fieldKit/Value.tsx';
import { RecordForm } from '../../resources/form/RecordForm.tsx';
import { SaveBar } from '../../resources/form/save/SaveBar.tsx';
import { renderInConsole } from '../../resources/form/testing/renderForm.tsx';
import { loadForm } from '../../resources/form/useFormValidator.ts';
import { entityByName } from '../../resources/product.ts';
import './index.ts';
import { countableConditions } from './countableConditions.ts';

type Check = Awaited<ReturnType<typeof loadForm>>;
let check: Check;
beforeAll(async () => {
  check = await loadForm('segment');
  await import('./SegmentPeople.tsx');
  await import('../../resources/form/panels/FormPanels.tsx');
});

const vip = { field: 'tag', is: 'any', tags: ['vip'] };
const people = [{ id: 'p1', displayName: 'Tara Clark', channel: 'c1', lastSeen: '2026-11-20T05:00:00.000Z' }];
const preview = { count: 12, channels: [{ channel: 'c1', count: 12 }], people };
const ANSWERS: Record<string, unknown> = {
  ...{ preview, estimate: { about: null } },
  count: { of: 40, each: [7, 8, 9, 10, 11] },
};

type Ask = (
  entity: string,
  id: null,
  verb: string,
  options: { body: { who: Json }; signal: AbortSignal },
) => Promise<unknown>;

/** Renders the form of a segment, with mocked services. */
function form(record: object = {}, ask?: Ask) {
  const saved: unknown[] = [];
  const asked = vi.fn<Ask>(ask ?? ((_, __, verb) => Promise.resolve(ANSWERS[verb])));
  const channel = { id: 'c1', name: 'Siam Lifestyle', type: 'LINE' };
  const drawn = renderInConsole(
    <RecordForm
      model={entityByName('segment')}
      validator={check}
      mode="edit"
      record={{ name: 'VIP', who: { match: 'all' }, ...record }}
      onSave={(sent) => {
        saved.push(sent);
        return Promise.resolve(undefined);
      }}
    >
      <SaveBar label="Save" onCancel={() => undefined} />
    </RecordForm>,
    {
      dataProvider: {
        query: asked,
        values: () => Promise.resolve([]),
        getMany: () => Promise.resolve({ data: [channel] }),
      },
    },
  );
  const lastAsked = () =>
    asked.mock.calls.filter(([, , verb]) => verb === 'preview').at(-1)?.[3].body.who as unknown;
  return { ...drawn, asked, saved, lastAsked };
}

const add = async (user: ReturnType<typeof form>['user'], kind: string, within_ = screen) => {
  const first = screen.queryByRole('group', { name: 'First condition' });
  if (first) return user.click(within(first).getByRole('button', { name: kind }));
  await user.click((await within_.findAllByRole('button', { name: 'Add condition' })).at(-1) as HTMLElement);
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(`^${kind}`) }));
};

describe('the conditions of a segment', () => {
  it('are added one per line, counted when they are complete, and saved as data', async () => {
    const { user, saved, lastAsked } = form();
    expect(await screen.findByText('in the whole audience')).toBeInTheDocument();
    // Of no condition nobody asks whether all must be met.
    expect(screen.queryByRole('combobox', { name: 'Match' })).toBeNull();
    await add(user, 'Language');
    expect(screen.getByRole('combobox', { name: 'Match' })).toBeInTheDocument();
    expect(await screen.findByText('1 of 20 conditions')).toBeInTheDocument();
    expect(screen.queryByText('Left out of the count until it is complete')).not.toBeInTheDocument();
    await waitFor(() => expect(lastAsked()).toEqual({ match: 'all', conditions: [] }));
    await user.click(screen.getByRole('combobox', { name: 'Languages' }));
    await user.click(await screen.findByRole('option', { name: 'Thai' }));
    await user.keyboard('{Escape}');
    const thai = { field: 'language', is: 'any', languages: ['th'] };
    await waitFor(() => expect(lastAsked()).toEqual({ match: 'all', conditions: [thai] }));
    expect(screen.queryByText('Left out of the count until it is complete')).not.toBeInTheDocument();
    const row = screen.getByRole('combobox', { name: 'Languages' }).closest('li') as HTMLElement;
    await waitFor(() => expect(within(row).getByText('7 people')).toBeInTheDocument());
    await add(user, 'Last seen');
    expect(await screen.findByText('Left out of the count until it is complete')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Remove condition 2' }));
    expect((await screen.findAllByText('12 people')).length).toBeGreaterThan(0);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toMatchObject([{ who: { match: 'all', conditions: [thai] } }]));
  });

  it('start with a choice of the field of the first one', async () => {
    const { user } = form();
    const first = within(await screen.findByRole('group', { name: 'First condition' }));
    // There is one way to begin.
    expect(screen.queryByRole('button', { name: 'Add condition' })).toBeNull();
    await user.click(first.getByRole('button', { name: 'Message count' }));
    expect(await screen.findByText('1 of 20 conditions')).toBeInTheDocument();
    expect(screen.queryByRole('group', { name: 'First condition' })).toBeNull();
  });

  it('can be in groups, whose match differs', async () => {
    const { user, saved } = form({ who: { match: 'all', conditions: [vip] } });
    await user.click(await screen.findByRole('button', { name: 'Add group' }));
    const group = (await screen.findByText('and match')).closest('li') as HTMLElement;
    await user.click(within(group).getByRole('button', { name: 'Add condition' }));
    expect(screen.queryByRole('menuitem', { name: 'Group' })).not.toBeInTheDocument();
    await user.click(await screen.findByRole('menuitem', { name: 'Last seen' }));
    await user.type(await within(group).findByRole('textbox', { name: 'How many' }), '30');
    expect(screen.getByText('2 of 20 conditions')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const inside = { field: 'last-seen', is: 'within', amount: 30, unit: 'days' };
    await waitFor(() =>
      expect(saved).toMatchObject([
        { who: { conditions: [vip, { field: 'group', match: 'any', conditions: [inside] }] } },
      ]),
    );
    await user.click(screen.getByRole('button', { name: 'Remove group 2' }));
    expect(await screen.findByText('1 of 20 conditions')).toBeInTheDocument();
  });

  it('are at most twenty, including those in groups', async () => {
    const group = { field: 'group', match: 'any', conditions: Array.from({ length: 19 }, () => vip) };
    form({ who: { match: 'all', conditions: [vip, group] } });
    expect(await screen.findByText('20 of 20 conditions')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Add condition' })).not.toBeInTheDocument();
  });

  it('are counted again when they change, and the earlier request is aborted', async () => {
    const signals: AbortSignal[] = [];
    const never: Ask = (_, __, verb, { signal }) => {
      if (verb === 'preview') signals.push(signal);
      return new Promise(() => undefined);
    };
    const { user } = form({ who: { match: 'all', conditions: [vip] } }, never);
    await waitFor(() => expect(signals).toHaveLength(1));
    await user.click(screen.getByRole('combobox', { name: 'Match' }));
    await user.click(await screen.findByRole('option', { name: 'any' }));
    await waitFor(() => expect(signals).toHaveLength(2));
    expect(signals[0]?.aborted).toBe(true);
  });

  it('show an estimate until they are counted', async () => {
    let respond: (answer: unknown) => void = () => undefined;
    const counted = new Promise((resolve) => (respond = resolve));
    form({ who: { match: 'all', conditions: [vip] } }, (_, __, verb) => {
      if (verb === 'estimate') return Promise.resolve({ about: 410_000 });
      return verb === 'preview' ? counted : Promise.resolve({ of: 1_000_000, each: [409_512] });
    });
    const countStatus = (await screen.findByText('410,000')).closest('[role="status"]');
    expect(countStatus).toHaveTextContent('about410,000counting…');
    respond({ ...preview, count: 409_512 });
    await waitFor(() => expect(countStatus).toHaveTextContent('409,512of 1,000,000counted just now'));
  });

  it('show where they cannot be counted, and keep what was typed', async () => {
    let fails = true;
    const { user } = form({ who: { match: 'all', conditions: [vip] } }, (_, __, verb) => {
      if (verb !== 'preview') return Promise.resolve(ANSWERS[verb]);
      return fails ? Promise.reject(new Error('no')) : Promise.resolve(preview);
    });
    await user.click(await screen.findByRole('button', { name: /^People/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The people could not be counted');
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Tara Clark')).toBeInTheDocument();
    expect(screen.getByText('Siam Lifestyle')).toBeInTheDocument();
    expect(screen.getByText('of 40')).toBeInTheDocument();
  });
});

it('conditions are shown in words', async () => {
  const who: JsonObject = {
    match: 'all',
    conditions: [
      vip,
      { field: 'custom-field', name: 'city', is: 'any', values: ['เชียงใหม่'] },
      {
        field: 'group',
        match: 'any',
        conditions: [
          { field: 'last-seen', is: 'within', amount: 90, unit: 'days' },
          { field: 'message-count', is: 'at-least', count: 10 },
        ],
      },
    ],
  };
  const field = entityByName('segment').fields.find(({ name }) => name === 'who');
  if (!field) throw new Error('A segment has no conditions.');
  renderInConsole(
    <>
      <p>
        <Cell field={field} value={who} />
      </p>
      <p>
        <Cell field={field} value={{ match: 'all' }} />
      </p>
    </>,
  );
  expect(
    await screen.findByText(
      (_, element) =>
        element?.tagName === 'P' &&
        element.textContent ===
          'Tag is any of “vip”, and “city” is any of “เชียงใหม่”, and (last seen in the last 90 days, or message count is at least 10)',
    ),
  ).toBeInTheDocument();
  expect(screen.getByText('Everybody')).toBeInTheDocument();
});

it('incomplete conditions are left out of the request', () => {
  const group = { field: 'group', match: 'any', conditions: [vip, { field: 'language', is: 'any' }] };
  const empty = { field: 'group', match: 'any', conditions: [{ field: 'tag', is: 'any' }] };
  expect(
    countableConditions(
      { match: 'any', conditions: [vip, group, empty] },
      {
        '/name': 'Name is required',
        '/who/conditions/1/conditions/1/languages': 'Languages is required',
        '/who/conditions/2/conditions/0/tags': 'Tags is required',
      },
    ),
  ).toEqual({
    who: { match: 'any', conditions: [vip, { ...group, conditions: [vip] }] },
    pointers: ['/who/conditions/0', '/who/conditions/1/conditions/0'],
    incomplete: ['/who/conditions/1/conditions/1', '/who/conditions/2/conditions/0'],
  });
});
