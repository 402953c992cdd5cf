import { useState } from 'react';
import { LOGOUT_FAILED } from '../messages.ts';
import { historyState } from '../navigation.ts';
import { isSignedIn } from '../session.ts';
import { GENERIC_ERROR, NO_ACCESS } from '../signInErrors.ts';
import { signOut } from '../userPool.ts';
import { SignInFrame } from './SignInFrame.tsx';
import { t } from '../../../schemas/texts/translate.ts';

/** Shows the error in the navigation's state, and the ways to leave. */
export const ErrorPage = () => {
  const { message, detail } = historyState<{ message: string; detail: string }>();
  const [isLogoutFailed, setLogoutFailed] = useState(false);
  const leave = (): void => {
    signOut().then(
      () => location.assign('/login'),
      () => setLogoutFailed(true),
    );
  };
  // A failure may be temporary; a denied access is not.
  const canRetry = message === undefined && history.length > 1;
  return (
    <SignInFrame>
      <h1>{t(message ?? GENERIC_ERROR.title)}</h1>
      <p className="muted">{message ? detail && t(detail) : t(GENERIC_ERROR.message)}</p>
      {message === undefined && (
        <p className="muted">
          {t('This screen could not be shown. Everything that was saved is still there.')}
        </p>
      )}
      <div role="alert" className="alerts">
        {isLogoutFailed && <p>{t(LOGOUT_FAILED)}</p>}
      </div>
      <div className="ways-out">
        {canRetry && (
          <button type="button" className="primary" onClick={() => history.back()}>
            {t('Try again')}
          </button>
        )}
        {message !== NO_ACCESS && detail !== NO_ACCESS && (
          <a className={canRetry ? 'secondary' : 'primary'} href="/">
            {t('Back to home')}
          </a>
        )}
        {isSignedIn() && (
          <button type="button" className="quiet" onClick={leave}>
            {t('Back to login')}
          </button>
        )}
      </div>
    </SignInFrame>
  );
};
