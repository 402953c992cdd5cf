import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Json } from '../../../schemas/model/types.ts';
import { Cell } from '../fieldKit/Value.tsx';
import { renderInConsole } from '../form/testing/renderForm.tsx';
import { entityByName } from '../product.ts';
import { fieldNamed } from '../columns.ts';
import { startsWithTitle, RowMark } from './RowMark.tsx';

const STORED = { id: 'r1', version: 1, createdAt: '2026-11-01T00:00:00Z', updatedAt: '2026-11-01T00:00:00Z' };
const picture = '/files/8edccbc9-b926-47dc-a44a-b14b29058792/story.png';
const MESSAGES: Json[] = [
  { type: 'text', text: 'Five messages in a row' },
  { type: 'image', originalContentUrl: picture, previewImageUrl: picture },
];

it('a row that its schema gives a mark shows the first picture in it, else the sign of its kind', () => {
  const model = entityByName('template');
  const { container } = renderInConsole(
    <RowMark model={model} record={{ ...STORED, name: 'story', messages: MESSAGES }} />,
  );
  expect(container.querySelector('.mark img')).toHaveAttribute('src', expect.stringContaining('width=240'));
  const plain = renderInConsole(
    <RowMark model={model} record={{ ...STORED, name: 'hello', messages: MESSAGES.slice(0, 1) }} />,
  );
  expect(plain.container.querySelector('.mark img')).toBeNull();
  expect(plain.container.querySelector('.mark svg')).toBeInTheDocument();
});

it('rows have no sign that would be the same in each of them', () => {
  const bare = ['variable', 'chat-ad', 'test-sentence'];
  expect(bare.filter((name) => !startsWithTitle(entityByName(name)))).toEqual([]);
  const marked = ['profile', 'template', 'chat-logic', 'audit-entry'];
  expect(marked.filter((name) => startsWithTitle(entityByName(name)))).toEqual([]);
});

it('what somebody did has the initials of who did it', () => {
  renderInConsole(
    <RowMark model={entityByName('audit-entry')} record={{ ...STORED, name: 'Malee Suwannarat' }} />,
  );
  expect(screen.getByText('MS')).toBeVisible();
});

it('of a sentence, what it names stands out', () => {
  const model = entityByName('audit-entry');
  const sentence = fieldNamed(model, 'sentence');
  if (!sentence) throw new Error('the field is in the schema');
  const record = {
    ...STORED,
    name: 'Malee',
    record: 'welcome',
    sentence: 'Malee changed the template welcome: tags',
  };
  const { container } = renderInConsole(<Cell field={sentence} value={record.sentence} record={record} />);
  expect(container).toHaveTextContent(/^Malee changed the template welcome: tags$/);
  expect([...container.querySelectorAll('b')].map(({ textContent }) => textContent)).toEqual([
    'Malee',
    'welcome',
  ]);
});

it('a list of messages shows its first words and the count of further ones, options their names', () => {
  const messages = fieldNamed(entityByName('template'), 'messages');
  const options = fieldNamed(entityByName('entity'), 'options');
  if (!messages || !options) throw new Error('these fields are in the schemas');
  const { container } = renderInConsole(<Cell field={messages} value={MESSAGES} />);
  expect(container).toHaveTextContent(/^Five messages in a row · 1 more$/);
  const named = ['Siam', 'Maya', 'Mega', 'One', 'Two'].map((name) => ({ name, synonyms: [] }));
  const other = renderInConsole(<Cell field={options} value={named} />);
  expect(other.container).toHaveTextContent(/^Siam, Maya, Mega, One · 1 more$/);
});
