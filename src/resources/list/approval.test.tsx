import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ListRecord } from '../fieldKit/types.ts';
import { everyRight, renderList } from '../form/testing/renderForm.tsx';
import { pretendLayout } from '../testing/pretendLayout.ts';

const RULE = 'Every broadcast of this workspace needs approval before it is scheduled';
const DEEDS = ['send', 'approve', 'request-approval', 'return', 'cancel'].map((deed) => `campaign:${deed}`);

const broadcast = (name: string, values: Record<string, unknown> = {}): ListRecord => ({
  ...{ id: name, version: 1, name, status: 'draft', approval: 'none', target: 'everyone' },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
  ...values,
});

/** The list of broadcasts over services that refuse to schedule some; `answer` lets them tell. */
function open(records: ListRecord[], held: string[]) {
  const asked: string[] = [];
  let answer = (): void => undefined;
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const dataProvider = {
    getList: async () => ({ data: records, pageInfo: { hasNextPage: false, hasPreviousPage: false } }),
    getMany: async () => ({ data: [] }),
    counts: async () => ({}),
    total: async () => ({ total: records.length, more: false }),
    savePreference: async () => undefined,
    query: async (_: string, id: string, verb: string) => {
      asked.push(`${verb} of ${id}`);
      await isAnswered;
      return { refused: held.includes(id) ? { send: RULE } : {} };
    },
  };
  const access = { ...everyRight, actions: [...everyRight.actions, ...DEEDS] };
  return { asked, answer, ...renderList('campaign', '/campaign/broadcast', { dataProvider, access }) };
}

pretendLayout();

describe('what needs an approval, in a list', () => {
  it('is not offered by the menu of a row, which asks when it is opened', async () => {
    const { user, asked, answer } = open([broadcast('one'), broadcast('two')], ['one']);
    await user.click(await screen.findByRole('button', { name: 'Actions for one' }));
    const schedule = await screen.findByRole('menuitem', { name: /^Schedule/ });
    // Neither offered nor refused while it is not known.
    expect(schedule).toHaveAttribute('aria-disabled', 'true');
    expect(schedule).not.toHaveTextContent(RULE);
    answer();
    await waitFor(() => expect(schedule).toHaveTextContent(RULE));
    expect(schedule).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('menuitem', { name: 'Request approval' })).not.toHaveAttribute('aria-disabled');
    expect(asked).toEqual(['approval of one']);
  });

  it('is offered where no rule asks for it', async () => {
    const { user, answer } = open([broadcast('one'), broadcast('two')], ['one']);
    answer();
    await user.click(await screen.findByRole('button', { name: 'Actions for two' }));
    const schedule = await screen.findByRole('menuitem', { name: /^Schedule/ });
    await waitFor(() => expect(schedule).not.toHaveAttribute('aria-disabled'));
  });

  it('is not asked about where nothing is to be scheduled', async () => {
    const { user, asked } = open([broadcast('sent', { status: 'executed' })], []);
    await user.click(await screen.findByRole('button', { name: 'Actions for sent' }));
    await screen.findByRole('menuitem', { name: 'Duplicate' });
    expect(asked).toEqual([]);
  });

  it('counts out of what several offer, and each is asked about once', async () => {
    const { user, asked, answer } = open([broadcast('one'), broadcast('two'), broadcast('three')], ['one']);
    answer();
    await user.click(await screen.findByRole('checkbox', { name: 'Select one' }));
    const schedule = await screen.findByRole('button', { name: /^Schedule/ });
    await waitFor(() => expect(schedule).toHaveAccessibleDescription(RULE));
    expect(schedule).toHaveAttribute('aria-disabled', 'true');
    await user.click(screen.getByRole('checkbox', { name: 'Select two' }));
    expect(await screen.findByRole('button', { name: 'Schedule (1 of 2)' })).not.toHaveAttribute(
      'aria-disabled',
    );
    expect(asked).toEqual(['approval of one', 'approval of two']);
  });
});
