import type { ReactNode } from 'react';
import { LanguageChoice } from './LanguageChoice.tsx';
import './signIn.css';
import { t } from '../../../schemas/texts/translate.ts';

/** Layout of every screen outside the console. */
export const SignInFrame = ({ version, children }: { version?: string; children: ReactNode }) => (
  <main className="sign-in">
    <div className="sign-in-card">
      <div className="brand">
        <svg width="32" height="32" viewBox="0 0 28 28" aria-hidden="true">
          <rect width="28" height="28" rx="8" fill="var(--ink)" />
          <path
            d="M8 9.5h12a1.5 1.5 0 0 1 1.5 1.5v6a1.5 1.5 0 0 1-1.5 1.5h-6L10 21.5v-3H8A1.5 1.5 0 0 1 6.5 17v-6A1.5 1.5 0 0 1 8 9.5Z"
            fill="var(--sheet)"
          />
        </svg>
        <span>Messaging Console</span>
      </div>
      {children}
    </div>
    {version && <p className="version">{t('Version %{version}', { version })}</p>}
    <LanguageChoice />
  </main>
);
