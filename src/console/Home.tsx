import { Navigate } from 'react-router';
import { MessageScreen } from '../layout/MessageScreen.tsx';
import { useConsoleMenu } from '../layout/useConsoleMenu.ts';

/** The root: the first screen that the person may see. */
export const Home = () => {
  const first = useConsoleMenu()[0]?.items[0];
  if (first) return <Navigate to={first.path} replace />;
  return (
    <MessageScreen title="Nothing to show here">
      Your roles open no screen of this console. If you expected one, please contact your global admin.
    </MessageScreen>
  );
};
