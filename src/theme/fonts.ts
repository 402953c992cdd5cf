import latin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import latinExt from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2?url';
import thai from '@fontsource-variable/noto-sans-thai/files/noto-sans-thai-thai-wght-normal.woff2?url';

const face = (family: string, url: string, range: string, display = 'optional'): string =>
  `@font-face{font-family:"${family}";font-weight:100 900;font-display:${display};src:url(${url}) format("woff2");unicode-range:${range}}`;

/** A system font scaled to Inter's metrics; bold uses its real bold face (no faux bold). */
const fallbackFace = (weight: string, bold: string, size: string, ascent: string, descent: string): string =>
  `@font-face{font-family:"Inter Metrics";font-weight:${weight};src:local("Arial${bold}"),local("Liberation Sans${bold}"),local("Roboto${bold}");size-adjust:${size};ascent-override:${ascent};descent-override:${descent};line-gap-override:0%}`;

/** Thai is swapped in as soon as a Thai letter is drawn: a system without such a font would show boxes. */
const thaiFontCss = (): string =>
  face(THAI, thai, 'U+02D7,U+0303,U+0331,U+0E01-0E5B,U+200C-200D,U+25CC', 'swap');

/** System fonts that stand in for Inter. */
const interFallbackCss = (): string =>
  fallbackFace('100 500', '', '107%', '90%', '22.5%') +
  fallbackFace('600 900', ' Bold', '101.5%', '94.8%', '23.7%');

/** Subsets, fetched when one of their letters is drawn, and unused on a screen where they come late. */
const interCss = (): string =>
  face(
    'Inter',
    latin,
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  ) +
  face(
    'Inter',
    latinExt,
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
  );

/** localStorage key: URL of the Inter file this browser has already downloaded. */
const INTER_CACHED_KEY = 'fonts';
/** The same of the Thai file. */
const THAI_CACHED_KEY = 'fonts.thai';
const THAI = 'Noto Sans Thai';
const THAI_LETTER = 'ก';
/** Delay after the first screen before fonts are downloaded. */
const FONT_FETCH_DELAY_MS = 3000;

/** Runs a task once, when another screen is shown; never in browsers without the Navigation API. */
const onNextScreen = (task: () => void): void => {
  const { navigation } = window as Window & { navigation?: EventTarget };
  const initialPath = location.pathname;
  const onNavigate = (): void => {
    if (location.pathname === initialPath) return;
    navigation?.removeEventListener('currententrychange', onNavigate);
    task();
  };
  navigation?.addEventListener('currententrychange', onNavigate);
};

/** Loads a downloaded font while scripts load; later it would cause a re-layout. */
const loadCachedFont = (family: string, letter: string): void =>
  void document.fonts.load(`13px "${family}"`, letter).catch(() => undefined);

const rememberThaiLoaded = (): void => {
  if (document.fonts.check(`13px "${THAI}"`, THAI_LETTER)) localStorage.setItem(THAI_CACHED_KEY, thai);
};

/**
 * Adds the fonts without delaying the first screen by 48 KiB and without layout shift: a browser that has never
 * downloaded Inter draws its first screen with a system font in Inter's metrics, downloads Inter when it is idle, and
 * shows it from the next screen on.
 * @param whenIdle runs a task once the browser is idle, `after` milliseconds at the earliest
 */
export const addFonts = (
  addStyle: (css: string) => void,
  whenIdle: (task: () => void, when: { after: number }) => unknown,
): void => {
  addStyle(thaiFontCss() + interFallbackCss());
  if (localStorage.getItem(THAI_CACHED_KEY) === thai) loadCachedFont(THAI, THAI_LETTER);
  else whenIdle(rememberThaiLoaded, { after: FONT_FETCH_DELAY_MS });
  if (localStorage.getItem(INTER_CACHED_KEY) === latin) {
    addStyle(interCss());
    loadCachedFont('Inter', 'a');
    return;
  }
  const fetchInter = async (): Promise<void> => {
    const response = await fetch(latin);
    if (!response.ok) return;
    // Cached once it is read to the end.
    await response.arrayBuffer();
    localStorage.setItem(INTER_CACHED_KEY, latin);
    onNextScreen(() => addStyle(interCss()));
  };
  const later = (): void =>
    void whenIdle(() => void fetchInter().catch(() => undefined), { after: FONT_FETCH_DELAY_MS });
  addEventListener('load', later, { once: true });
};
