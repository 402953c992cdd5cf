import type { SignInError } from '../signInErrors.ts';

interface AlertsProps {
  id: string;
  /** What is wrong with the input, one line each. */
  texts: string[];
  /** What went wrong when it was sent. */
  failure?: SignInError;
}

/** The errors above a sign-in form; the region is always there, so that screen readers announce what comes into it. */
export const Alerts = ({ id, texts, failure }: AlertsProps) => (
  <div id={id} role="alert" className="alerts">
    {texts.map((text) => (
      <p key={text}>{text}</p>
    ))}
    {failure && (
      <p>
        {failure.title && <strong>{failure.title}</strong>} {failure.message}
      </p>
    )}
  </div>
);
