import { fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, test } from 'vitest';
import { useSaveKey } from './useSaveKey.ts';

const Form = ({ name, onSave }: { name: string; onSave: (name: string) => void }) => {
  const frame = useRef<HTMLDivElement>(null);
  useSaveKey(frame, () => onSave(name));
  return (
    <div ref={frame}>
      <input aria-label={name} />
    </div>
  );
};

const press = (): boolean =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 's', metaKey: true });

test('⌘S reaches the form that has the focus, else the one that was opened last', () => {
  const saved: string[] = [];
  const onSave = (name: string): void => void saved.push(name);
  const { rerender } = render(
    <>
      <Form name="page" onSave={onSave} />
      <Form name="dialog" onSave={onSave} />
    </>,
  );
  press();
  screen.getByLabelText('page').focus();
  press();
  screen.getByLabelText('dialog').focus();
  press();
  expect(saved).toEqual(['dialog', 'page', 'dialog']);
  rerender(<Form name="page" onSave={onSave} />);
  press();
  expect(saved.at(-1)).toBe('page');
});
