import { QueryClient } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpError, ResourceContextProvider } from 'react-admin';
import { createRef } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { dispatchMessage } from '../../../dataProvider/socket.ts';
import type { EntityRecord } from '../../../../schemas/model/types.ts';
import { startLiveUpdates } from '../../live/liveUpdates.ts';
import { EntityCreate } from '../../edit/EntityCreate.tsx';
import { EntityEdit } from '../../edit/EntityEdit.tsx';
import { renderInConsole, renderRecordForm } from '../testing/renderForm.tsx';
import { modelNamed } from '../../product.ts';
import type { EntityFormHandle } from '../../fieldKit/StoreContext.ts';
import { loadForm } from '../useFormValidator.ts';
import { EntityForm } from './EntityForm.tsx';
import { LEAVE_QUESTION } from './LeaveGuard.tsx';
// Fetched beforehand: a test waits for the form alone.
import './ConflictReview.tsx';

const LIST = '/chatbot/bot-variable';
const stored = {
  ...{ id: 'v1', version: 1, createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
  ...{ name: 'greeting', type: 'string', value: 'Hello', scope: 'bot' },
};
/** The person who is signed in. */
const me = { id: 'u1', name: 'Owner' };

interface Sent {
  data: Record<string, unknown>;
}

/** A services' side whose answers to changes come when they are let go; what was stored is read from then on. */
function slowly(version = 1) {
  let record: typeof stored & Record<string, unknown> = { ...stored, version };
  const waiting: (() => void)[] = [];
  const calls: Sent['data'][] = [];
  const store = (data: object): { data: object } => {
    record = {
      ...record,
      ...data,
      version: record.version + 1,
      updatedBy: me.name,
    };
    return { data: record };
  };
  const later = (_: string, { data }: Sent) =>
    new Promise<object>((resolve) => {
      calls.push(data);
      waiting.push(() => resolve(store(data)));
    });
  const makes = (_: string, { data }: Sent) =>
    new Promise<object>((resolve) => {
      calls.push(data);
      waiting.push(() => {
        record = { ...stored, ...data, id: 'n1', version: 1 };
        resolve({ data: record });
      });
    });
  const dataProvider = { getOne: () => Promise.resolve({ data: record }), update: later, create: makes };
  return {
    dataProvider,
    calls,
    store,
    answer: async () => {
      await waitFor(() => expect(waiting).not.toHaveLength(0));
      waiting.shift()?.();
    },
  };
}

function open(at: string, dataProvider: object, queryClient?: QueryClient) {
  const within = (element: React.ReactNode) => (
    <ResourceContextProvider value="variable">{element}</ResourceContextProvider>
  );
  const path = `${LIST}/:id`;
  const routes = {
    [`${LIST}/create`]: within(<EntityCreate />),
    [LIST]: <h1>The list</h1>,
    '/elsewhere': <h1>Elsewhere</h1>,
  };
  return renderInConsole(within(<EntityEdit />), { path, at, routes, dataProvider, queryClient });
}

afterEach(() => localStorage.clear());

describe('what is typed while a save is under way', () => {
  test('stays as unsaved input of the record, and is saved over what was saved before', async () => {
    const services = slowly();
    const { user } = open(`${LIST}/v1`, services.dataProvider);
    const value = await screen.findByLabelText('Value');
    await user.type(value, ' you{Control>}s{/Control}');
    await waitFor(() => expect(services.calls).toHaveLength(1));
    await user.type(value, ' there');
    await services.answer();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
    expect(screen.getByLabelText('Value')).toHaveValue('Hello you there');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await services.answer();
    expect(await screen.findByRole('heading', { name: 'The list' })).toBeVisible();
    expect(services.calls).toMatchObject([
      { version: 1, value: 'Hello you' },
      { version: 2, value: 'Hello you there' },
    ]);
  });

  test('is offered again at the record that was made', async () => {
    const services = slowly();
    const { user, history } = open(`${LIST}/create`, services.dataProvider);
    await user.type(await screen.findByLabelText('Name'), 'bye');
    await user.type(screen.getByLabelText('Value'), 'So{Control>}s{/Control}');
    await waitFor(() => expect(services.calls).toHaveLength(1));
    await user.type(screen.getByLabelText('Value'), ' long');
    await services.answer();
    await user.click(await screen.findByRole('button', { name: 'Restore' }));
    expect(history.current().location.pathname).toBe(`${LIST}/n1`);
    expect(await screen.findByLabelText('Value')).toHaveValue('So long');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await services.answer();
    expect(await screen.findByRole('heading', { name: 'The list' })).toBeVisible();
    expect(services.calls.at(-1)).toMatchObject({ id: 'n1', version: 1, name: 'bye', value: 'So long' });
  });

  test('is not sent by itself, also after a conflict was merged', async () => {
    const services = slowly();
    const theirs = { ...stored, version: 7, value: 'Sawasdee', updatedBy: 'Mali' };
    const update = vi
      .fn(services.dataProvider.update)
      .mockRejectedValueOnce(new HttpError('Stale', 409, { code: 'STALE', current: theirs }));
    const { user } = open(`${LIST}/v1`, { ...services.dataProvider, update });
    await user.type(await screen.findByLabelText('Value'), ' you{Control>}s{/Control}');
    await user.click(await screen.findByRole('button', { name: 'Save merged' }));
    await waitFor(() => expect(services.calls).toHaveLength(1));
    await user.type(screen.getByLabelText('Value'), ' and');
    await services.answer();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
    expect(screen.getByLabelText('Value')).toHaveValue('Hello you and');
    expect(services.calls).toMatchObject([{ version: 7, value: 'Hello you' }]);
  });

  test('is not taken by forms that end with their answer', async () => {
    let answer = (): void => undefined;
    const { user, container } = await renderRecordForm('variable', {
      onSave: () =>
        new Promise((resolve) => {
          answer = () => resolve({ '/value': 'Not this one' });
        }),
      record: stored,
      mode: 'edit',
    });
    const frame = container.querySelector<HTMLElement>('[data-form]');
    await user.type(screen.getByLabelText('Value'), '{Control>}s{/Control}');
    await waitFor(() => expect(frame?.inert).toBe(true));
    answer();
    await waitFor(() => expect(frame?.inert).toBe(false));
    expect(screen.getByLabelText('Value')).toHaveAccessibleDescription(/Not this one/);
  });
});

describe('what needs the record stored while a save is under way', () => {
  test('waits for that save, and for one of what was typed meanwhile', async () => {
    const services = slowly();
    const form = createRef<EntityFormHandle>();
    const { user } = renderInConsole(
      <EntityForm
        ref={form}
        model={modelNamed('variable')}
        validator={await loadForm('variable')}
        mode="edit"
        record={stored}
        save={async (data) => {
          const { data: answer } = (await services.dataProvider.update('', { data })) as {
            data: EntityRecord;
          };
          return { answer };
        }}
      />,
    );
    await user.type(await screen.findByLabelText('Value'), ' you{Control>}s{/Control}');
    await waitFor(() => expect(services.calls).toHaveLength(1));
    const first = form.current?.save();
    const second = form.current?.save();
    await user.type(screen.getByLabelText('Value'), ' two');
    await services.answer();
    await services.answer();
    expect(await first).toMatchObject({ version: 3, value: 'Hello you two' });
    expect(await second).toMatchObject({ version: 3, value: 'Hello you two' });
    expect(services.calls).toMatchObject([{ version: 1 }, { version: 2 }]);
  });
});

describe('who leaves while a save is under way', () => {
  test('goes where they wanted once it is saved, without a question', async () => {
    const services = slowly();
    const { user, history } = open(`${LIST}/v1`, services.dataProvider);
    await user.type(await screen.findByLabelText('Value'), '!{Control>}s{/Control}');
    await waitFor(() => expect(services.calls).toHaveLength(1));
    history.push('/elsewhere');
    expect(await screen.findByText('Saving. The next page opens as soon as it is done.')).toBeVisible();
    expect(screen.queryByText(LEAVE_QUESTION)).toBeNull();
    await services.answer();
    expect(await screen.findByRole('heading', { name: 'Elsewhere' })).toBeVisible();
    expect(history.current().location.pathname).toBe('/elsewhere');
  });

  test('is asked where it was refused', async () => {
    let refuse = (): void => undefined;
    const update = () =>
      new Promise((_, reject) => {
        refuse = () => reject(new HttpError('x', 422, { code: 'INVALID', fields: { '/value': 'Not this' } }));
      });
    const { user, history } = open(`${LIST}/v1`, { ...slowly().dataProvider, update });
    await user.type(await screen.findByLabelText('Value'), '!{Control>}s{/Control}');
    await waitFor(() => expect(screen.getByRole('button', { name: /Save/ })).toBeDisabled());
    history.push('/elsewhere');
    await screen.findByText('Saving. The next page opens as soon as it is done.');
    refuse();
    const question = await screen.findByRole('alertdialog', { name: LEAVE_QUESTION });
    await user.click(within(question).getByRole('button', { name: 'Stay' }));
    expect(screen.getByLabelText('Value')).toHaveValue('Hello!');
  });
});

describe('a save whose answer was lost', () => {
  test('is one’s own when it is tried again', async () => {
    const services = slowly();
    const calls: number[] = [];
    const update = vi.fn((_: string, { data }: Sent) => {
      calls.push(Number(data['version']));
      if (calls.length === 1) {
        services.store(data);
        return Promise.reject(new HttpError('The network is away', 0));
      }
      if (data['version'] !== 2) {
        const current = { ...stored, ...data, version: 2, updatedBy: me.name };
        return Promise.reject(new HttpError('Stale', 409, { code: 'STALE', current }));
      }
      return Promise.resolve(services.store(data));
    });
    const { user } = open(`${LIST}/v1`, { ...services.dataProvider, update });
    await user.type(await screen.findByLabelText('Value'), ' you');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(calls).toEqual([1]));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
    await user.type(screen.getByLabelText('Value'), ' two');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('heading', { name: 'The list' })).toBeVisible();
    expect(calls.at(-1)).toBe(2);
    expect(update.mock.calls.at(-1)?.[1].data).toMatchObject({ value: 'Hello you two' });
  });

  test('is not announced as another person’s change when it is published', async () => {
    // No version that this window made in another test.
    const services = slowly(40);
    const queryClient = new QueryClient();
    const calls: number[] = [];
    const update = (_: string, { data }: Sent) => {
      calls.push(Number(data['version']));
      const answer = services.store(data);
      return calls.length === 1 ? Promise.reject(new HttpError('away', 0)) : Promise.resolve(answer);
    };
    const dataProvider = { ...services.dataProvider, update };
    const { user } = open(`${LIST}/v1`, dataProvider, queryClient);
    const stop = startLiveUpdates(queryClient, dataProvider as never);
    await user.type(await screen.findByLabelText('Value'), ' you');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(calls).toEqual([40]));
    dispatchMessage({ event: 'record.changed', json: { entity: 'variable', id: 'v1', version: 41, by: me } });
    const known = () => queryClient.getQueryCache().findAll({ queryKey: ['variable', 'getOne'] });
    await waitFor(() => expect(known().map(({ state }) => state.data)).toMatchObject([{ version: 41 }]));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('heading', { name: 'The list' })).toBeVisible();
    expect(screen.queryByText(/changed this variable/)).toBeNull();
    expect(calls).toEqual([40, 41]);
    stop();
  });
});
