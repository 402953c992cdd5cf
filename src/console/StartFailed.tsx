import { SignInFrame } from '../authProvider/pages/SignInFrame.tsx';
import { GENERIC_ERROR } from '../authProvider/signInErrors.ts';

/** When not even the configuration could be had. */
export const StartFailed = () => (
  <SignInFrame>
    <h1>{GENERIC_ERROR.title}</h1>
    <p className="muted">Please check your internet connection, or try again later.</p>
    <div className="ways-out">
      <button type="button" onClick={() => location.reload()}>
        Try again
      </button>
    </div>
  </SignInFrame>
);
