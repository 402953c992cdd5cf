import { screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderInConsole } from '../form/testing/renderForm.tsx';
import { Aside } from './Aside.tsx';
import { registerPanel } from './registry.ts';
import { useAside } from './useAside.ts';

const Tester = () => (
  <label>
    Write as a customer
    <input />
  </label>
);

beforeAll(() => {
  registerPanel('tester', () => Promise.resolve(Tester));
});

const Screen = ({ panel }: { panel: string }) => {
  const { width, open } = useAside();
  return (
    <>
      <p>
        {open ?? 'closed'} {width}
      </p>
      <Aside aside={{ panel, label: 'Test' }} wide />
    </>
  );
};

describe('a panel beside the screens', () => {
  it('is as wide as the keys make it, within bounds', async () => {
    const { user } = renderInConsole(<Screen panel="tester" />);
    expect(await screen.findByLabelText('Write as a customer')).toBeInTheDocument();
    const edge = screen.getByRole('separator', { name: 'Width of Test' });
    edge.focus();
    await user.keyboard('{ArrowLeft}');
    await waitFor(() => expect(edge).toHaveAttribute('aria-valuenow', '424'));
    await user.keyboard('{Home}{ArrowLeft}');
    await waitFor(() => expect(edge).toHaveAttribute('aria-valuenow', '640'));
    await user.keyboard('{End}{ArrowRight}');
    await waitFor(() => expect(edge).toHaveAttribute('aria-valuenow', '280'));
    await user.dblClick(edge);
    await waitFor(() => expect(edge).toHaveAttribute('aria-valuenow', '400'));
  });

  it('says which name it would have, where nobody registered one', async () => {
    renderInConsole(<Screen panel="testr" />);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'unknown panel "testr"; did you mean "tester"?',
    );
    expect(screen.getByText(/^closed/)).toBeInTheDocument();
  });
});
