import { LANGUAGES, chooseLanguage, languageName, useLanguage } from '../../i18n/language.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Buttons to choose the language, each in its own name; typed values are kept. */
export const LanguageChoice = () => {
  const current = useLanguage();
  return (
    <p className="languages" role="group" aria-label={t('Language')}>
      {LANGUAGES.map((code) => (
        <button
          key={code}
          type="button"
          lang={code}
          aria-pressed={code === current}
          onClick={() => void chooseLanguage(code).catch(() => undefined)}
        >
          {languageName(code)}
        </button>
      ))}
    </p>
  );
};
