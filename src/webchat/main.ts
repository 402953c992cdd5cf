import { createApi } from './client/api.ts';
import { Conversation } from './client/conversation.ts';
import { createChatStorage } from './client/chatStorage.ts';
import { h, icon } from './view/dom.ts';
import { Panel } from './view/panel.ts';
import { STYLES } from './view/styles.ts';
import { wordsFor } from './words.ts';

/** Mounts the chat of a script tag in the page. */
function mount(script: HTMLScriptElement): void {
  const { channel = '', theme, lang, open, page } = script.dataset;
  if (channel === '' || script.dataset['mounted'] !== undefined) return;
  script.dataset['mounted'] = '';
  const { origin } = new URL(script.src);
  const language = lang ?? (document.documentElement.lang || navigator.language);
  const words = wordsFor(language);
  const isPage = page !== undefined;

  const host = h('div', { lang: words.language });
  if (theme === 'light' || theme === 'dark') host.dataset['theme'] = theme;
  const root = host.attachShadow({ mode: 'open' });
  // A constructed style sheet: pages whose policy forbids style elements can have the chat too.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLES);
  root.adoptedStyleSheets = [sheet];

  const count = h('span', { class: 'count', hidden: true });
  const launcher = h(
    'button',
    {
      type: 'button',
      class: 'launcher',
      'aria-label': words.say('open'),
      'aria-expanded': 'false',
      onclick: () => show(true),
    },
    icon('chat'),
    count,
  );
  const conversation = new Conversation({
    api: createApi(origin, channel, words.language),
    storage: createChatStorage(`webchat:${channel}`),
    language: language.slice(0, 2),
    onChange: (state) => {
      panel.draw(state);
      count.hidden = state.unread === 0;
      count.textContent = String(Math.min(state.unread, 99));
      launcher.setAttribute(
        'aria-label',
        state.unread === 0 ? words.say('open') : words.say('openUnread', { count: state.unread }),
      );
    },
  });
  const panel = new Panel({
    root,
    words,
    origin,
    isPage,
    onSend: (said) => conversation.sendMessage(said),
    onEarlier: () => void conversation.loadEarlier(),
    onRetry: (id) => conversation.retry(id),
    onClose: () => show(false),
  });
  const show = (isOpen: boolean): void => {
    launcher.hidden = isOpen;
    panel.element.hidden = !isOpen;
    launcher.setAttribute('aria-expanded', String(isOpen));
    conversation.setOpen(isOpen);
    if (isOpen) panel.focus();
    else launcher.focus();
  };

  panel.element.hidden = true;
  root.append(panel.element, ...(isPage ? [] : [launcher]));
  document.body.append(host);
  panel.draw(conversation.state);
  conversation.resume();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) conversation.stopPolling();
    else conversation.resume();
  });
  if (isPage || open !== undefined) show(true);
}

function mountAll(): void {
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[data-channel]')) mount(script);
}

if (document.body) mountAll();
else document.addEventListener('DOMContentLoaded', mountAll, { once: true });
