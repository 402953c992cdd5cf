import { t } from '../../../schemas/texts/translate.ts';
import type { SignInError } from '../signInErrors.ts';

/**
 * The error of submitting a sign-in form, above it; errors of values are at their fields. The region is always
 * rendered, so that screen readers announce its content.
 */
export const FailureBar = ({ failure }: { failure?: SignInError }) => (
  <div role="alert" className="alerts">
    {failure && (
      <p>
        <svg viewBox="0 0 24 24" width="16" height="16" fill="currentColor" aria-hidden="true">
          <path d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Zm0 18a8 8 0 1 1 0-16 8 8 0 0 1 0 16Zm-1-13h2v6h-2Zm0 8h2v2h-2Z" />
        </svg>
        <span>
          {failure.title && <strong>{t(failure.title)}</strong>} {t(failure.message)}
        </span>
      </p>
    )}
  </div>
);
