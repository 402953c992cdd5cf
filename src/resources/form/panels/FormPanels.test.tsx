import { screen, waitFor } from '@testing-library/react';
import { useMemo } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../../schemas/model/types.ts';
import { registerPanel } from '../../panels/registry.ts';
import { RecordForm } from '../RecordForm.tsx';
import { compiledEntity } from '../testing/compiled.ts';
import { renderInConsole } from '../testing/renderForm.tsx';
import { useLiveErrors, useLiveRecord } from '../../fieldKit/useLiveRecord.ts';
import { usePanelStatus } from '../../fieldKit/panelStatus.ts';

const Preview = () => {
  const { values, dirty, reveal } = useLiveRecord();
  const faults = useLiveErrors();
  const count = Object.keys(faults).length;
  usePanelStatus(
    useMemo(() => [{ label: count === 0 ? 'Ready' : `${count} to do`, tone: 'info' as const }], [count]),
  );
  return (
    <>
      <p>
        {String(values['name'])} {dirty ? 'unsaved' : 'saved'}
      </p>
      <label>
        Try it
        <input />
      </label>
      <button type="button" onClick={() => reveal('/text')}>
        Show text
      </button>
    </>
  );
};

const Counted = () => {
  const { values } = useLiveRecord();
  const people = typeof values['name'] === 'string' ? values['name'].length : 0;
  usePanelStatus(
    useMemo(() => (people === 0 ? [] : [{ label: `${people} people`, tone: 'neutral' as const }]), [people]),
  );
  return null;
};

const { model, validator } = compiledEntity(
  { form: { aside: [{ panel: 'test-preview', label: 'Preview' }] } },
  { name: { type: 'string', minLength: 3 }, text: { type: 'string' } },
  { required: ['name', 'text'] },
);

beforeAll(() => {
  registerPanel('test-preview', () => Promise.resolve(Preview));
  registerPanel('test-reach', () => Promise.resolve(Counted));
  return import('./FormPanels.tsx');
});

// Narrow, as a browser without media queries is taken to be: the panel is a sheet behind its handle.
it('follows the record while it is typed, with verdicts on its handle, and sends nothing itself', async () => {
  const saved: JsonObject[] = [];
  const { user } = renderInConsole(
    <RecordForm
      model={model}
      validator={validator}
      mode="edit"
      record={{ name: 'abc' }}
      onSave={(sent) => {
        saved.push(sent);
        return Promise.resolve(undefined);
      }}
    />,
  );
  const handle = await screen.findByRole('button', { name: /Preview/ });
  await waitFor(() => expect(handle).toHaveTextContent('1 to do'));
  expect(await screen.findByText('abc saved')).toBeInTheDocument();
  await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'd');
  // Before the form around has settled.
  expect(await screen.findByText('abcd unsaved')).toBeInTheDocument();
  await user.type(screen.getByRole('textbox', { name: /Text/ }), 'x');
  await waitFor(() => expect(handle).toHaveTextContent('Ready'));

  await user.click(handle);
  await user.type(await screen.findByLabelText('Try it'), 'hello{Enter}');
  expect(saved).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Show text' }));
  await waitFor(() => expect(screen.getByLabelText(/^Text/)).toHaveFocus());
});

it('gives each of two panels a zone of its own where there is room, the first at the end, both following', async () => {
  const twice = compiledEntity(
    {
      form: {
        layout: 'panes',
        aside: [
          { panel: 'test-preview', label: 'Outcome' },
          { panel: 'test-preview-too', label: 'Preview' },
        ],
      },
    },
    { name: { type: 'string' }, text: { type: 'string' } },
  );
  registerPanel('test-preview-too', () => Promise.resolve(Preview));
  const roomy = (media: string) => ({
    media,
    matches: true,
    addEventListener() {},
    removeEventListener() {},
  });
  vi.stubGlobal('matchMedia', roomy);
  try {
    const onSave = () => Promise.resolve(undefined);
    const { user } = renderInConsole(
      <RecordForm {...twice} mode="edit" record={{ name: 'abc' }} onSave={onSave} />,
    );
    await waitFor(() => expect(screen.getAllByText('abc saved')).toHaveLength(2));
    const zones = screen.getAllByRole('complementary').map((zone) => zone.getAttribute('aria-label'));
    expect(zones).toEqual(['Preview', 'Outcome']);
    expect(screen.getByRole('heading', { name: 'Outcome' })).toBeInTheDocument();
    expect(screen.queryByRole('tab')).not.toBeInTheDocument();
    await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'd');
    await waitFor(() => expect(screen.getAllByText('abcd unsaved')).toHaveLength(2));
  } finally {
    vi.unstubAllGlobals();
  }
});

it('its handle says what it opens with a verb, once the panel found something out that', async () => {
  const counted = compiledEntity(
    { form: { aside: [{ panel: 'test-reach', label: 'Reach', openLabel: 'See who gets it' }] } },
    { name: { type: 'string' } },
    {},
  );
  const { user } = renderInConsole(
    <RecordForm {...counted} mode="create" onSave={() => Promise.resolve(undefined)} />,
  );
  expect(await screen.findByRole('button', { name: /^Reach\s*See who gets it$/ })).toBeInTheDocument();
  await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'abc');
  expect(await screen.findByRole('button', { name: /^Reach\s*3 people$/ })).toBeInTheDocument();
});
