import { LANGUAGES, chooseLanguage, languageName, useLanguage } from '../../i18n/language.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** The languages, each by its own name, of which one may be chosen; what was typed stays. */
export const LanguageChoice = () => {
  const shown = useLanguage();
  return (
    <p className="languages" role="group" aria-label={t('Language')}>
      {LANGUAGES.map((code) => (
        <button
          key={code}
          type="button"
          lang={code}
          aria-pressed={code === shown}
          onClick={() => void chooseLanguage(code).catch(() => undefined)}
        >
          {languageName(code)}
        </button>
      ))}
    </p>
  );
};
