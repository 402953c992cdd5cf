import { SignInFrame } from './SignInFrame.tsx';
import { t } from '../../../schemas/texts/translate.ts';

export const NotFoundPage = () => (
  <SignInFrame>
    <h1>{t('Page not found')}</h1>
    <p className="muted">
      {t('There is nothing at this address. It may have been moved, or the link is not complete.')}
    </p>
    <div className="ways-out">
      <a className="primary" href="/">
        {t('Back to home')}
      </a>
    </div>
  </SignInFrame>
);
