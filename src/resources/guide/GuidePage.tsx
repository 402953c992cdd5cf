import { styled } from '@mui/material/styles';
import { useEffect, useRef } from 'react';
import { guides } from 'virtual:guides';
import { language } from '../../i18n/language.ts';
import type { Loadable } from '../../ui/loadable.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const Article = styled('article')({
  outline: 0,
  scrollMarginTop: 16,
  ...TEXT.body,
  '& h3': { margin: '0 0 8px', fontSize: 18, lineHeight: '26px', fontWeight: 600, letterSpacing: '-0.01em' },
  '& h4': { margin: '28px 0 8px', fontSize: 14, lineHeight: '20px', fontWeight: 600 },
  '& p': { margin: '0 0 12px' },
  '& ol, & ul': { margin: '0 0 12px', paddingLeft: 22 },
  '& li': { margin: '0 0 8px' },
  '& li > p': { margin: '0 0 8px' },
  '& li::marker': { color: 'var(--ink-3)', fontVariantNumeric: 'tabular-nums' },
  '& strong': { fontWeight: 600 },
  '& a, & button': { color: 'var(--accent)' },
  '& button': {
    ...{ padding: 0, border: 0, background: 'none', font: 'inherit', cursor: 'pointer' },
    textDecoration: 'underline',
  },
  '& a:has(img)': { cursor: 'zoom-in' },
  '& img': {
    ...{ display: 'block', boxSizing: 'border-box', width: '100%', maxWidth: 720, height: 'auto' },
    border: '1px solid var(--line)',
    borderRadius: 6,
  },
  '& blockquote': {
    ...{ margin: '0 0 12px', padding: '8px 12px', borderRadius: 6 },
    background: 'var(--accent-soft)',
    '& p': { margin: 0 },
  },
  '& table': { borderCollapse: 'collapse', width: '100%', margin: '0 0 12px', fontSize: 13 },
  '& th, & td': {
    ...{ padding: '6px 8px 6px 0', textAlign: 'left', verticalAlign: 'top' },
    borderBottom: '1px solid var(--line)',
  },
  '& code': { fontSize: 13 },
});

const More = styled('nav')({
  marginTop: 28,
  paddingTop: 12,
  borderTop: '1px solid var(--line)',
  fontSize: 13,
  '& h3': { margin: '0 0 4px', ...TEXT.small, fontWeight: 600 },
  '& button': {
    ...{ display: 'block', width: '100%', padding: '6px 0', border: 0, background: 'none' },
    ...{ font: 'inherit', textAlign: 'left', cursor: 'pointer' },
    color: 'var(--accent)',
  },
  '& button:hover': { textDecoration: 'underline' },
});

/** A link was followed: the next page gets the focus. */
let linkFollowed = false;

/** Focuses a page that was just opened, not one that stays open beside the screens. */
const focusIfRequested = (article: HTMLElement): void => {
  const isRequested =
    linkFollowed ||
    article.closest('[role=dialog]') !== null ||
    document.activeElement?.closest('[data-opens-aside~=guide]') != null;
  linkFollowed = false;
  if (isRequested) article.focus();
};

const Text = ({ html, title, lang }: { html: string; title: string; lang: string | undefined }) => {
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    if (article.current) focusIfRequested(article.current);
  }, []);
  return (
    // Trusted: compiled by the build from the repository.
    <Article
      ref={article}
      tabIndex={-1}
      aria-label={title}
      lang={lang}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
};

type Guide = (typeof guides)[number];
/** The page in the language of the console, else in English. */
const translatedPage = (guide: Guide): Pick<Guide, 'title' | 'load'> =>
  guide.translations[language()] ?? guide;

const textComponents = new Map<Guide['load'], Loadable<object>>();
const guideText = (guide: Guide): Loadable<object> => {
  const { title, load } = translatedPage(guide);
  const lang = load === guide.load ? 'en' : undefined;
  const cached = textComponents.get(load);
  if (cached) return cached;
  const component = lazyComponent(
    async () => {
      const { html } = await load();
      return () => <Text html={html} title={title} lang={lang} />;
    },
    { inPlace: true },
  );
  textComponents.set(load, component);
  return component;
};

interface GuidePageProps {
  /** Name of the page. */
  name: string;
  /** Called with the name of another page when its link is followed. */
  onOpen: (name: string) => void;
}

/** A page of the guide, with links to the others. */
export const GuidePage = ({ name, onOpen }: GuidePageProps) => {
  const box = useRef<HTMLDivElement>(null);
  // A stored page may no longer exist.
  const guide = guides.find((one) => one.name === name) ?? guides[0];
  useEffect(() => {
    const onClick = ({ target }: MouseEvent): void => {
      const link = target instanceof Element ? target.closest<HTMLElement>('[data-guide]') : null;
      const to = guides.find((one) => one.name === link?.dataset['guide']);
      if (!to) return;
      linkFollowed = true;
      onOpen(to.name);
    };
    const element = box.current;
    element?.addEventListener('click', onClick);
    return () => element?.removeEventListener('click', onClick);
  });
  if (!guide) return null;
  const GuideText = guideText(guide);
  return (
    <div ref={box} data-guide-page>
      <GuideText key={guide.name} />
      <More aria-label={t('More in the guide')}>
        <h3>{t('More in the guide')}</h3>
        {guides
          .filter((one) => one !== guide)
          .map((one) => (
            <button key={one.name} type="button" data-guide={one.name}>
              {translatedPage(one).title}
            </button>
          ))}
      </More>
    </div>
  );
};
