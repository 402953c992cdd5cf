import { Navigate } from 'react-router';
import { MessageScreen } from '../layout/MessageScreen.tsx';
import { useConsoleMenu } from '../layout/useConsoleMenu.ts';

/** The root: the first screen that the person may see. */
export const Home = () => {
  const first = useConsoleMenu()[0]?.items[0];
  if (first) return <Navigate to={first.path} replace />;
  return (
    <MessageScreen title="Nothing to show here">
      Your roles open no screen of this console. What they do open stands in the menu.
    </MessageScreen>
  );
};
