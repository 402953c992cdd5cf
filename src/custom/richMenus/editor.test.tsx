import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../schemas/model/types.ts';
import { renderRecordForm } from '../../resources/form/testing/renderForm.tsx';
import { BACKGROUNDS } from './drawn/drawing.ts';
import './index.ts';

// Forms fetch them on demand; here they are loaded from the start.
beforeAll(() =>
  Promise.all([
    import('./PatternAreas.tsx'),
    import('./PhonePanel.tsx'),
    import('./Guides.tsx'),
    import('./FitDialog.tsx'),
    import('./drawn/DrawMenuDialog.tsx'),
    import('../../resources/form/panels/FormPanels.tsx'),
    import('../../resources/form/layout/EditorLayout.tsx'),
  ]),
);
let measured = { width: 2500, height: 1686 };
beforeEach(() => {
  measured = { width: 2500, height: 1686 };
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ ...measured, close: () => undefined }));
});

const image = {
  ...{ id: 'f1', url: '/files/f1/menu.png', type: 'image/png', size: 420_000, name: 'menu.png' },
  ...{ width: 2500, height: 1686 },
};
const area = (label: string): JsonObject => ({ action: { type: 'message', label, text: label } });
const record = (pattern: string, labels: string[], more: JsonObject = {}): JsonObject => ({
  ...{ id: 'm1', version: 1, name: 'Shop', size: 'original', pattern, image, use: 'free' },
  areas: labels.map((label) => (label === '' ? {} : area(label))),
  ...more,
});
const six = ['A1', 'B1', 'C1', 'D1', 'E1', 'F1'];
const provider = {
  getList: async () => ({ data: [], total: 0 }),
  uploadFile: vi.fn(async (_: string, __: string, { name, type, size }: File) => ({
    ...image,
    name,
    type,
    size,
  })),
};
const edit = (values: JsonObject) =>
  renderRecordForm('rich-menu', { mode: 'edit', record: values }, provider);
const canvas = () => screen.getByRole('group', { name: 'Areas on the picture' });
const onCanvas = (name: RegExp | string) => within(canvas()).getByRole('button', { name });
const file = (type: string, bytes = 1000): File =>
  new File([new Uint8Array(bytes)], `menu.${type.split('/')[1]}`, { type });
const choose = (given: File): void => {
  // The file dialog would filter by type; dropping and pasting do not.
  fireEvent.drop(canvas(), { dataTransfer: { files: [given] } });
};

describe('the areas of a rich menu', () => {
  it('are over the picture, are chosen by click and arrows, and have an action each', async () => {
    const { user, saved } = await edit(record('L1', ['Stores', '', '', '', '', '']));
    expect(await screen.findByText('1 of 6 ready')).toBeInTheDocument();
    expect(onCanvas('Area A: Stores, Message')).toHaveAttribute('aria-pressed', 'true');
    onCanvas(/^Area A/).focus();
    await user.keyboard('{ArrowRight}{ArrowDown}');
    expect(onCanvas('Area E: no action yet')).toHaveFocus();
    expect(screen.getByRole('heading', { name: 'Area E' }).parentElement).toHaveTextContent(
      '834 × 843 at 833, 843',
    );
    await user.click(screen.getByRole('combobox', { name: /Type of action/ }));
    const offered = (await screen.findAllByRole('option')).map((option) => option.getAttribute('aria-label'));
    expect(offered).toEqual(['Message', 'URL', 'Call', 'Template', 'Date and time', 'Flow']);
    await user.click(screen.getByRole('option', { name: 'Message' }));
    await user.type(await screen.findByRole('textbox', { name: 'Label' }), 'Offers');
    await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Show offers');
    // The target of the action is beside its type, the label below both.
    expect(screen.getAllByRole('textbox').map((box) => (box as HTMLInputElement).value)).toEqual([
      'Shop',
      'Show offers',
      'Offers',
    ]);
    expect(await screen.findByText('2 of 6 ready')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findAllByText('Action is required')).not.toEqual([]);
    expect(onCanvas(/^Area B/)).toHaveAttribute('data-faults');
    expect(saved).toEqual([]);
  });

  it('are listed among the errors, before the picture', async () => {
    const { user } = await edit(record('L6', ['', ''], { name: '', image: null }));
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    const summary = (await screen.findByText('4 things need your attention')).closest('[role=alert]');
    const links = within(summary as HTMLElement).getAllByRole('button');
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'Name is required',
      'Area A: Action is required',
      'Area B: Action is required',
      'Image is required',
    ]);
  });

  it('keep their actions in another pattern, after a confirmation if some are removed', async () => {
    const { user, saved } = await edit(record('L1', six));
    const pattern = (name: RegExp) => screen.getByRole('radio', { name });
    expect(await screen.findAllByRole('radio')).toHaveLength(8);
    await user.click(pattern(/^L2, 4 areas/));
    const asked = await screen.findByRole('dialog', { name: 'Change the pattern?' });
    expect(asked).toHaveTextContent('Areas E and F are not in this pattern');
    await user.click(within(asked).getByRole('button', { name: 'Cancel' }));
    expect(pattern(/^L1/)).toBeChecked();
    await user.click(pattern(/^L2/));
    await user.click(await screen.findByRole('button', { name: 'Change pattern' }));
    expect(await screen.findByText('4 of 4 ready')).toBeInTheDocument();
    // A pattern with more areas removes nothing.
    await user.click(pattern(/^L8/));
    expect(await screen.findByText('4 of 5 ready')).toBeInTheDocument();
    await user.click(pattern(/^L3/));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toMatchObject({ pattern: 'L3', areas: ['A1', 'B1', 'C1', 'D1'].map(area) });
  });

  it('are tapped on the phone, which shows what is missing', async () => {
    const { user } = await edit(record('L6', ['Stores', '']));
    await user.click(await screen.findByRole('button', { name: /^Preview/ }));
    const sheet = await screen.findByRole('dialog', { name: 'Preview' });
    await user.click(within(sheet).getByRole('button', { name: 'Tap area A: Stores' }));
    expect(within(sheet).getByRole('log')).toHaveTextContent('Stores');
    const missing = within(sheet).getByRole('list', { name: 'What is missing' });
    expect(missing).toHaveTextContent('Area BStill to do: Action.');
    expect(missing).toHaveTextContent('ImageRight size, 410.2 kB of 1 MB.');
    await user.click(within(sheet).getByRole('button', { name: 'Collapsed' }));
    expect(within(sheet).queryByRole('button', { name: /^Tap area/ })).toBeNull();
  });

  it('that lack the same value are one line, with a link for each group', async () => {
    const { user } = await edit(
      record('L1', ['Stores', 'Hours', '', '', '', ''], {
        areas: [
          ...['', ''].map((label) => ({ action: { type: 'message', label, text: 'x' } })),
          {},
          {},
          {},
          {},
        ],
      }),
    );
    await user.click(await screen.findByRole('button', { name: /^Preview/ }));
    const sheet = await screen.findByRole('dialog', { name: 'Preview' });
    const missing = within(sheet).getByRole('list', { name: 'What is missing' });
    const lines = within(missing)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(lines.filter((line) => line?.startsWith('Areas'))).toEqual([
      expect.stringMatching(/^Areas A, BStill to do: Label\./),
      expect.stringMatching(/^Areas C–FStill to do: Action\./),
    ]);
  });
});

describe('the picture of a rich menu', () => {
  it.each([
    ['of another type', 'image/gif', 1000, { width: 2500, height: 1686 }, 'Image must be JPEG or PNG'],
    ['of more than 1 MB', 'image/png', 1_100_000, { width: 2500, height: 1686 }, 'File too large (1 MB)'],
    ['without content', 'image/png', 0, { width: 2500, height: 1686 }, 'The file is empty'],
    ['of other measures', 'image/png', 1000, { width: 2500, height: 843 }, 'Image size must be 2500 x 1686'],
  ])('%s is refused', async (_, type, bytes, size, message) => {
    measured = size;
    await edit(record('L1', six));
    await screen.findByRole('group', { name: 'Areas on the picture' });
    choose(file(type, bytes));
    expect(await screen.findByText(message)).toBeInTheDocument();
    const fits = type === 'image/gif' || bytes === 0 ? 0 : 1;
    await waitFor(() =>
      expect(screen.queryAllByRole('button', { name: 'Fit to 2500 × 1686' })).toHaveLength(fits),
    );
  });

  it.each([
    ['no picture', 1000, 'The file is damaged or is not what its name says'],
    ['no picture and of more than 1 MB', 1_100_000, 'File too large (1 MB)'],
  ])('that is %s is refused, and fitting it is not offered', async (_, bytes, message) => {
    const opened = vi.fn(() => Promise.reject(new DOMException('It cannot be decoded', 'InvalidStateError')));
    vi.stubGlobal('createImageBitmap', opened);
    await edit(record('L1', six));
    await screen.findByRole('group', { name: 'Areas on the picture' });
    choose(file('image/png', bytes));
    expect(await screen.findByText(message)).toBeInTheDocument();
    await waitFor(() => expect(opened).toHaveBeenCalled());
    expect(screen.queryByRole('button', { name: /^Fit to/ })).toBeNull();
  });

  it('of other measures can be cropped, also when one that was chosen before takes longer to open', async () => {
    await edit(record('L1', six));
    await screen.findByRole('group', { name: 'Areas on the picture' });
    const waiting: (() => void)[] = [];
    measured = { width: 100, height: 100 };
    vi.stubGlobal(
      'createImageBitmap',
      () =>
        new Promise((resolve) => {
          waiting.push(() => resolve({ ...measured, close: () => undefined }));
        }),
    );
    choose(file('image/png'));
    await waitFor(() => expect(waiting.length).toBeGreaterThan(0));
    const first = waiting.splice(0);
    choose(file('image/png'));
    await waitFor(() => expect(waiting.length).toBeGreaterThan(0));
    const open = async (): Promise<void> => {
      for (const one of waiting.splice(0)) one();
      await Promise.resolve();
    };
    await waitFor(async () => {
      await open();
      expect(screen.getByRole('button', { name: /^Fit to/ })).toBeVisible();
    });
    for (const one of first) one();
    await waitFor(async () => {
      await open();
      expect(waiting).toEqual([]);
    });
    expect(screen.getByRole('button', { name: /^Fit to/ })).toBeVisible();
  });

  it('cannot be cropped where it fits and only the upload failed', async () => {
    provider.uploadFile.mockRejectedValueOnce(new Error('The connection was lost'));
    await edit(record('L1', six));
    await screen.findByRole('group', { name: 'Areas on the picture' });
    choose(file('image/png'));
    expect(await screen.findByText('Upload file failed please try again later')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Fit to/ })).toBeNull();
  });

  it('of the right size is uploaded by drop, and has an error for the other size', async () => {
    const { user, saved } = await edit(record('L7', ['Stores']));
    await screen.findByRole('group', { name: 'Areas on the picture' });
    choose(file('image/jpeg'));
    await waitFor(() => expect(provider.uploadFile).toHaveBeenCalled());
    expect(await screen.findByText(/^menu\.jpeg, 2500 × 1686/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Compact' }));
    expect(await screen.findByText('Image size must be 2500 x 843')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(saved).toEqual([]);
    await user.click(screen.getByRole('button', { name: /^Preview/ }));
    const missing = await screen.findByRole('list', { name: 'What is missing' });
    expect(missing).toHaveTextContent('ImageImage size must be 2500 x 843.');
    expect(missing).not.toHaveTextContent('Right size');
  });

  it('is drawn here, by area, and can be edited again', async () => {
    vi.stubGlobal(
      'Path2D',
      class {
        arc = vi.fn();
      },
    );
    const context = {
      ...Object.fromEntries(
        ['scale', 'save', 'restore', 'translate', 'fill', 'fillRect', 'strokeRect'].map((name) => [
          name,
          vi.fn(),
        ]),
      ),
      fillText: vi.fn(),
      measureText: (text: string) => ({ width: text.length * 40 }),
    };
    const canvases = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
    vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/png;base64,');
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function made(done, type) {
      done(new Blob(['x'], { type }));
    });
    const { user, saved } = await edit(record('L6', ['Stores', 'Offers'], { image: null }));
    await user.click(await screen.findByRole('button', { name: 'Make one here' }));
    const dialog = await screen.findByRole('dialog', { name: 'Make an image' });
    await user.click(within(dialog).getByRole('button', { name: /^Area B: Offers/ }));
    const words = within(dialog).getByRole('textbox', { name: 'Text' });
    await user.clear(words);
    await user.type(words, 'โปรโมชัน');
    await user.click(within(dialog).getByRole('radio', { name: 'Offer' }));
    await user.click(within(dialog).getByRole('radio', { name: 'Teal' }));
    await user.click(within(dialog).getByRole('button', { name: 'Same background for all areas' }));
    await user.click(within(dialog).getByRole('button', { name: /^Area A/ }));
    expect(within(dialog).getByRole('radio', { name: 'Teal' })).toBeChecked();
    context.fillText.mockClear();
    await user.click(within(dialog).getByRole('button', { name: 'Use image' }));
    expect(await screen.findByText(/^menu\.png, 2500 × 1686/)).toBeInTheDocument();
    expect(context.fillText.mock.calls.map(([text]) => String(text))).toEqual(['Stores', 'โปรโมชัน']);
    const [made] = canvases.mock.contexts.slice(-1);
    expect(made).toMatchObject({ width: 2500, height: 1686 });
    await user.click(screen.getByRole('button', { name: 'Make one here' }));
    expect(await screen.findByRole('button', { name: 'Area B: โปรโมชัน' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const [, teal] = BACKGROUNDS.find(([name]) => name === 'Teal') ?? [];
    const drawing = {
      areas: [
        { label: 'Stores', ground: teal },
        { icon: 'Offer', label: 'โปรโมชัน', ground: teal },
      ],
      lined: true,
    };
    await waitFor(() => expect(saved).toMatchObject([{ image: { name: 'menu.png' }, drawing }]));
  });

  it('is edited on another visit, with its stored drawing', async () => {
    const drawing = { areas: [{ icon: 'Gift', ground: '#0b6a78' }], lined: false };
    const { user } = await edit(record('L6', ['Stores', 'Offers'], { drawing }));
    await user.click(await screen.findByRole('button', { name: 'Make one here' }));
    const dialog = await screen.findByRole('dialog', { name: 'Make an image' });
    expect(within(dialog).getByRole('textbox', { name: 'Text' })).toHaveValue('');
    expect(within(dialog).getByRole('radio', { name: 'Gift' })).toBeChecked();
    expect(within(dialog).getByRole('radio', { name: 'Teal' })).toBeChecked();
    expect(within(dialog).getByRole('switch', { name: /White lines/ })).not.toBeChecked();
    // A new area has its action's label.
    expect(within(dialog).getByRole('button', { name: 'Area B: Offers' })).toBeInTheDocument();
  });

  it('is required, and both guides can be opened', async () => {
    const { user, saved } = await edit(record('L7', ['Stores'], { image: null }));
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findAllByText('Image is required')).not.toEqual([]);
    expect(saved).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Image guide' }));
    expect(await screen.findByRole('dialog', { name: 'Image guide' })).toHaveTextContent('1 MB at most');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Design guide' }));
    expect(await screen.findByRole('img', { name: /Pattern L7: A 2500 by 1686/ })).toBeInTheDocument();
  });
});
