import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { entityByName } from '../product.ts';
import { RestoreHint } from './RestoreHint.tsx';

const stored = { id: 'a', version: 1, createdAt: '', updatedAt: '' };
const hintText = (entity: string, state: object): string =>
  render(<RestoreHint model={entityByName(entity)} records={[{ ...stored, ...state }]} mayRestore />)
    .container.textContent;

it('names the state of a restored record, unless the system changes it at once', () => {
  expect(hintText('campaign', { status: 'executed' })).toContain('It comes back as “Draft”.');
  expect(hintText('campaign', { status: 'draft' })).not.toContain('comes back');
  expect(hintText('rich-menu-link', { state: 'active' })).not.toContain('comes back');
});
