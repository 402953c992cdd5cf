import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useLongPress } from './useLongPress.ts';

it('the click with which the finger leaves is none, also where a menu lies under it by then', () => {
  vi.useFakeTimers();
  const [onLongPress, onClose] = [vi.fn(), vi.fn()];
  const Rows = () => (
    <>
      <ul {...useLongPress(onLongPress)}>
        <li data-index={0}>Row</li>
      </ul>
      <button type="button" onClick={onClose}>
        Backdrop
      </button>
    </>
  );
  render(<Rows />);
  const [row, backdrop] = [screen.getByText('Row'), screen.getByText('Backdrop')];
  fireEvent.pointerDown(row, { pointerType: 'touch' });
  vi.advanceTimersByTime(499);
  expect(onLongPress).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onLongPress).toHaveBeenCalledExactlyOnceWith(row);
  fireEvent.pointerUp(row);
  fireEvent.click(backdrop, { detail: 1 });
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.pointerDown(backdrop);
  fireEvent.click(backdrop, { detail: 1 });
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('keys press what is under them after a long press that no click ended', () => {
  vi.useFakeTimers();
  const onClick = vi.fn();
  const Rows = () => (
    <div {...useLongPress(vi.fn())}>
      <p data-index={0}>Row</p>
      <button type="button" onClick={onClick}>
        Select
      </button>
    </div>
  );
  render(<Rows />);
  fireEvent.contextMenu(screen.getByText('Row'));
  fireEvent.click(screen.getByText('Select'), { detail: 0 });
  expect(onClick).toHaveBeenCalledTimes(1);
});
