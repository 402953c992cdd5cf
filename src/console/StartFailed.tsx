import { SignInFrame } from '../authProvider/pages/SignInFrame.tsx';
import { GENERIC_ERROR } from '../authProvider/signInErrors.ts';
import { t } from '../../schemas/texts/translate.ts';

/** Shown when the configuration could not be fetched. */
export const StartFailed = () => (
  <SignInFrame>
    <h1>{t(GENERIC_ERROR.title)}</h1>
    <p className="muted">{t('Please check your internet connection, or try again later.')}</p>
    <div className="ways-out">
      <button type="button" onClick={() => location.reload()}>
        {t('Try again')}
      </button>
    </div>
  </SignInFrame>
);
