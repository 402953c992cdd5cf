import { act, render, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { createTestRouter } from '../routing/testRouter.tsx';
import { useHeadingFocus } from './useHeadingFocus.ts';

const Screens = () => {
  useHeadingFocus();
  return (
    <>
      <a href="/lists">Menu entry</a>
      <main>
        <Routes>
          <Route path="/" element={<h1>First</h1>} />
          <Route path="/second" element={<h1>Second</h1>} />
          <Route path="/late" element={<Late />} />
          <Route
            path="/form"
            element={
              <>
                <h1>Form</h1>
                <input aria-label="Name" autoFocus />
              </>
            }
          />
          <Route
            path="/walk"
            element={
              <>
                <h1>Walk</h1>
              </>
            }
          />
        </Routes>
        <p data-keeps-focus>
          <button type="button">Row</button>
        </p>
      </main>
    </>
  );
};

const Late = () => {
  const [there, setThere] = useState(false);
  useEffect(() => {
    const coming = setTimeout(() => setThere(true));
    return () => clearTimeout(coming);
  }, []);
  return there ? <h1>Late</h1> : null;
};

const open = () => {
  const { history, element } = createTestRouter('/', <Screens />);
  render(element);
  return (path: string) => act(() => history.push(path));
};

describe('a new address', () => {
  it('does not move the focus on the first screen', () => {
    open();
    expect(document.body).toHaveFocus();
  });
  it('moves the focus from the menu to its heading', () => {
    const go = open();
    screen.getByRole('link', { name: 'Menu entry' }).focus();
    go('/second');
    expect(screen.getByRole('heading', { name: 'Second' })).toHaveFocus();
    go('/');
    expect(screen.getByRole('heading', { name: 'First' })).toHaveFocus();
  });
  it('waits for a heading that is rendered later', async () => {
    const go = open();
    go('/late');
    const heading = await screen.findByRole('heading', { name: 'Late' });
    expect(heading).toHaveFocus();
  });
  it('keeps the focus that a form has set to its first field', () => {
    const go = open();
    go('/form');
    expect(screen.getByLabelText('Name')).toHaveFocus();
  });
  it('keeps the focus in a list whose keys move from record to record', () => {
    const go = open();
    screen.getByRole('button', { name: 'Row' }).focus();
    go('/walk');
    expect(screen.getByRole('button', { name: 'Row' })).toHaveFocus();
  });
});
