import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { entityByName } from '../product.ts';
import { RestoreHint } from './RestoreHint.tsx';

const stored = { id: 'a', version: 1, createdAt: '', updatedAt: '' };
const said = (entity: string, state: object): string =>
  render(<RestoreHint model={entityByName(entity)} records={[{ ...stored, ...state }]} mayRestore />)
    .container.textContent;

it('tells in which state a record comes back, unless the system takes it out of it at once', () => {
  expect(said('campaign', { status: 'executed' })).toContain('It comes back as “Draft”.');
  expect(said('campaign', { status: 'draft' })).not.toContain('comes back');
  expect(said('rich-menu-link', { state: 'active' })).not.toContain('comes back');
});
