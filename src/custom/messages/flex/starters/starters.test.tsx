import { render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import flex from '../../../../../schemas/contents/flex.schema.json' with { type: 'json' };
import { lineFaults } from '../../../../../schemas/channels/line/testLineChecker.ts';
import { contentFaults } from '../../../../../schemas/model/content.ts';
import type { JsonSchema } from '../../../../../schemas/model/types.ts';
import { renderRecordForm } from '../../../../resources/form/testing/renderForm.tsx';
import '../../index.ts';
import { starterSet } from './index.tsx';

const { starters, Drawing } = starterSet;

describe.each(starters)('$title', ({ value }) => {
  it('is a Flex message that LINE accepts', () => {
    expect(contentFaults(flex as unknown as JsonSchema, value)).toEqual([]);
    expect(lineFaults([{ type: 'flex', altText: 'x', contents: value }])).toEqual([]);
  });

  it('is drawn', () => {
    const { container } = render(<Drawing value={value} />);
    expect(container.textContent).not.toContain('Nothing here yet');
  });
});

it('an empty message starts with one, and another replaces it after a confirmation', async () => {
  const { user, saved } = await renderRecordForm('template', {
    record: { name: 'shop', platform: 'LINE', messages: [{ type: 'flex', altText: 'Paid' }] },
  });
  const tiles = await screen.findByRole('list', { name: 'Start from' });
  expect(
    within(tiles)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toHaveLength(5);
  await user.click(within(tiles).getByRole('button', { name: 'Receipt' }));
  // Its texts can be edited at once, without the code around them.
  const first = () => screen.findByRole('textbox', { name: 'Text 1' });
  expect(await first()).toHaveValue('RECEIPT');
  expect(screen.queryByRole('list', { name: 'Start from' })).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Start from…' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Coupon' }));
  const dialog = await screen.findByRole('dialog', { name: 'Replace with coupon?' });
  await user.click(within(dialog).getByRole('button', { name: 'Replace' }));
  await waitFor(async () => expect(await first()).toHaveValue('COUPON'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(saved).toMatchObject([
      { messages: [{ contents: starters.find(({ title }) => title === 'Coupon')?.value }] },
    ]),
  );
});
