import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { entityByName } from '../../product.ts';
import { fieldNamed } from '../../columns.ts';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import { GroupNames, ChosenDescriptions, ChosenLabels } from './display.tsx';

const roles = (): FieldModel => {
  const field = fieldNamed(entityByName('member'), 'roles');
  if (!field) throw new Error('Members have roles.');
  return field;
};
const textsOf = (element: Element | null): (string | null)[] =>
  [...(element?.children ?? [])].map((child) => child.textContent);

it('a cell has a slot for each group, in the order of the headers', () => {
  const heads = render(<GroupNames field={roles()} />);
  const groups = textsOf(heads.container.firstElementChild);
  const cell = render(<ChosenLabels field={roles()} value={['campaign.editor', 'chatbot.admin']} />);
  const words = textsOf(cell.container.firstElementChild);
  expect(words).toHaveLength(groups.length);
  expect(words[groups.indexOf('Chatbot')]).toBe('Chatbot admin');
  expect(words[groups.indexOf('Campaign')]).toBe('Campaign editor');
  expect(words.filter(Boolean)).toHaveLength(2);
});

it('a show view has the description of each value', () => {
  render(<ChosenDescriptions field={roles()} value={['chatbot.editor']} />);
  expect(screen.getByText('Chatbot editor')).toBeVisible();
  expect(screen.getByText(/Deletes nothing/)).toBeVisible();
});
