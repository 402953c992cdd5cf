import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, testDataProvider, useNotificationContext } from 'react-admin';
import { type ComponentType, type ReactNode, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { lazyComponent } from './lazyComponent.tsx';

const LoadedText = () => {
  const { notifications } = useNotificationContext();
  return <output>{notifications.map(({ message }) => message)}</output>;
};

const show = (children: ReactNode) =>
  render(
    <CoreAdminContext dataProvider={testDataProvider()}>
      {children}
      <LoadedText />
    </CoreAdminContext>,
  );

/** Rejects at first, then resolves to the component. */
const afterAFailure = <Props,>(component: ComponentType<Props>) => {
  let tries = 0;
  return vi.fn(async () => {
    tries += 1;
    if (tries === 1) throw new Error('no network');
    return component;
  });
};

it('leaves the screen around it unchanged, notifies, and is fetched again when it is opened again', async () => {
  const Dialog = lazyComponent(afterAFailure((_: { onClose: () => void }) => <p>The dialog</p>));
  const Form = () => {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <input aria-label="Value" />
        <button onClick={() => setOpen(true)}>Open</button>
        {isOpen && <Dialog onClose={() => setOpen(false)} />}
      </>
    );
  };
  const user = userEvent.setup();
  show(<Form />);
  await user.type(screen.getByLabelText('Value'), 'mine');
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await waitFor(() =>
    expect(screen.getByRole('status')).toHaveTextContent(/^Please check your internet connection/),
  );
  expect(screen.getByLabelText('Value')).toHaveValue('mine');
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(await screen.findByText('The dialog')).toBeVisible();
});

it('is shown without a notification once there is a network, where nobody asked for it', async () => {
  const load = afterAFailure(() => <p>The ornament</p>);
  const Ornament = lazyComponent(load, { silent: true });
  show(<Ornament fallback="plain" />);
  await waitFor(() => expect(load).toHaveBeenCalled());
  expect(screen.getByText('plain')).toBeVisible();
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  // The failure is handled after that.
  await act(async () => undefined);
  act(() => void dispatchEvent(new Event('online')));
  expect(await screen.findByText('The ornament')).toBeVisible();
});

it('shows the failure in its own place, and is fetched again there', async () => {
  const Layout = lazyComponent(
    afterAFailure(() => <p>The layout</p>),
    { inPlace: true },
  );
  const user = userEvent.setup();
  show(
    <>
      <input aria-label="Value" />
      <Layout fallback="coming" />
    </>,
  );
  await user.type(screen.getByLabelText('Value'), 'mine');
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Please check your internet connection/);
  expect(screen.queryByText('coming')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The layout')).toBeVisible();
  expect(screen.getByLabelText('Value')).toHaveValue('mine');
});
