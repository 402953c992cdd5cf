import { SignInFrame } from './SignInFrame.tsx';

export const NotFoundPage = () => (
  <SignInFrame>
    <h1>Page not found</h1>
    <p className="muted">
      There is nothing at this address. It may have been moved, or the link is not complete.
    </p>
    <div className="ways-out">
      <a className="primary" href="/">
        Back to home
      </a>
    </div>
  </SignInFrame>
);
