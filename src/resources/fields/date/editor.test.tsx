import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { JsonObject } from '../../../../schemas/model/types.ts';
import { setYears } from '../../../i18n/years.ts';
import { RecordForm } from '../../form/RecordForm.tsx';
import { compiledEntity } from '../../form/testing/compiled.ts';
import { renderInConsole } from '../../form/testing/renderForm.tsx';
import { loadEditors } from '../../fieldKit/editors.ts';

const dates = compiledEntity(
  {},
  {
    day: { type: 'string', format: 'date' },
    at: { type: 'string', format: 'date-time' },
  },
);

await loadEditors(dates.model.fields);

const open = (record: JsonObject = {}) => {
  const saved: JsonObject[] = [];
  const { user } = renderInConsole(
    <RecordForm
      {...dates}
      mode="edit"
      record={record}
      onSave={(sent) => {
        saved.push(sent);
        return Promise.resolve(undefined);
      }}
    >
      <button type="submit">Save</button>
    </RecordForm>,
  );
  return { user, saved, save: () => user.click(screen.getByRole('button', { name: 'Save' })) };
};

afterEach(() => {
  vi.unstubAllEnvs();
  setYears('common');
});

test('a day is typed as DD/MM/YYYY, in whatever way, and shown so', async () => {
  const { user, saved, save } = open({ day: '2026-11-21' });
  const day = screen.getByLabelText('Day');
  expect(day).toHaveValue('21/11/2026');
  await user.clear(day);
  await user.type(day, '1.12.2026');
  await user.tab();
  expect(day).toHaveValue('01/12/2026');
  await save();
  expect(saved).toMatchObject([{ day: '2026-12-01' }]);
});

test('what is no day stays, is named when the field is left, and is not sent', async () => {
  const { user, saved, save } = open();
  const day = screen.getByLabelText('Day');
  await user.type(day, '31/02/2026');
  expect(day).not.toBeInvalid();
  await user.tab();
  await waitFor(() => expect(day).toHaveAccessibleDescription(/Day is not valid/));
  await save();
  expect(day).toHaveValue('31/02/2026');
  expect(saved).toEqual([]);
});

test('a day is chosen from the calendar, which closes', async () => {
  const { user, saved, save } = open({ day: '2026-11-21' });
  await user.click(screen.getByRole('button', { name: 'Choose Day' }));
  const calendar = await screen.findByRole('dialog', { name: 'Day' });
  await user.click(within(calendar).getByRole('button', { name: 'Friday, 27 November 2026' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByLabelText('Day')).toHaveValue('27/11/2026');
  await save();
  expect(saved).toMatchObject([{ day: '2026-11-27' }]);
});

test.each(['UTC', 'America/New_York'])(
  'a moment is entered on the clock of the workspace, in a browser in %s',
  async (zone) => {
    vi.stubEnv('TZ', zone);
    const { user, saved, save } = open({ at: '2026-11-21T18:30:00.000Z' });
    const at = screen.getByLabelText('At');
    expect(at).toHaveValue('22/11/2026 01:30');
    expect(screen.getByText('UTC+7:00')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Choose At' }));
    const calendar = await screen.findByRole('dialog', { name: 'At' });
    await user.click(within(calendar).getByRole('button', { name: 'Monday, 23 November 2026' }));
    await user.click(within(calendar).getByRole('option', { name: '06 : 30' }));
    await user.click(within(calendar).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(at).toHaveValue('23/11/2026 06:30'));
    await save();
    expect(saved).toMatchObject([{ at: '2026-11-22T23:30:00.000Z' }]);
  },
);

test('in the Buddhist era a day is shown, typed and chosen in its years, and stored in ISO', async () => {
  setYears('buddhist');
  const { user, saved, save } = open({ day: '2026-11-27', at: '2026-12-31T17:30:00.000Z' });
  const day = screen.getByLabelText('Day');
  expect(day).toHaveValue('27/11/2569');
  expect(screen.getByLabelText('At')).toHaveValue('01/01/2570 00:30');
  await user.clear(day);
  await user.type(day, '01/02/2569');
  await user.tab();
  expect(day).toHaveValue('01/02/2569');
  await user.click(screen.getByRole('button', { name: 'Choose Day' }));
  const calendar = await screen.findByRole('dialog', { name: 'Day' });
  expect(within(calendar).getByRole('heading', { name: 'February 2569' })).toBeVisible();
  await user.click(within(calendar).getByRole('button', { name: 'Monday, 2 February 2569' }));
  await save();
  expect(saved).toMatchObject([{ day: '2026-02-02' }]);
});

test.each(['common', 'buddhist'] as const)(
  'in the %s era a year of the other one is understood, and what is only looked at stays',
  async (years) => {
    setYears(years);
    const { user, saved, save } = open({ day: '2500-06-01' });
    const day = screen.getByLabelText('Day');
    await user.click(day);
    await user.click(screen.getByLabelText('At'));
    expect(day).toHaveValue(years === 'common' ? '01/06/2500' : '01/06/3043');
    await user.clear(day);
    await user.type(day, years === 'common' ? '01/02/2569' : '01/02/2026');
    await user.tab();
    expect(day).toHaveValue(years === 'common' ? '01/02/2026' : '01/02/2569');
    await save();
    expect(saved).toMatchObject([{ day: '2026-02-01' }]);
  },
);
