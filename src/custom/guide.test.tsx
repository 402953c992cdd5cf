import { screen, waitFor, within } from '@testing-library/react';
import { guides } from 'virtual:guides';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import './pages.ts';
import { AsideHost } from '../resources/panels/AsideHost.tsx';
import { chooseLanguage } from '../i18n/language.ts';
import { renderInConsole } from '../resources/form/testing/renderForm.tsx';
import { findGuide } from '../resources/guide/guideAt.ts';
import { GuideToggle } from '../resources/panels/GuideToggle.tsx';

beforeEach(() => {
  // The panel fits beside the screen.
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { media, matches: media.includes('min-width') }),
  );
});

const Screen = () => (
  <>
    <main>
      <GuideToggle />
    </main>
    <AsideHost />
  </>
);
const show = (path: string) => renderInConsole(<Screen />, { path });

it.each([
  ['a list', '/campaign/broadcast', 'broadcasts'],
  ['an editor', '/chatbot/template/editor', 'bot'],
  ['a record', '/audience/4b8bd1f2', 'segments'],
  ['what stands beside a list', '/channel-management/network', 'channels'],
  ['a page drawn by hand', '/dashboard/overview', 'figures'],
  ['a page below a list', '/richmenu/management/1/editor', 'rich-menus'],
  ['a screen without one', '/members', undefined],
])('knows the page of the guide that %s is about', (_, path, guide) => {
  expect(findGuide(path)).toBe(guide);
});

it('is on no screen without a page in the guide', () => {
  show('/members');
  expect(screen.queryByRole('button', { name: 'Guide' })).not.toBeInTheDocument();
});

it('is opened by a click and receives the focus; Esc closes it and returns the focus', async () => {
  const { user } = show('/campaign/broadcast');
  await user.click(screen.getByRole('button', { name: 'Guide', pressed: false }));
  const article = await screen.findByRole('article', { name: 'Send a broadcast' });
  await waitFor(() => expect(article).toHaveFocus());
  expect(screen.getByRole('heading', { name: 'Send a broadcast' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(article).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole('button', { name: 'Guide', pressed: false })).toHaveFocus());
});

describe('in another language', () => {
  beforeEach(() => chooseLanguage('th'));
  afterEach(async () => {
    await chooseLanguage('en');
    localStorage.clear();
  });

  it('is the page of that language', async () => {
    const { user } = show('/campaign/broadcast');
    await user.click(screen.getByRole('button', { name: 'คู่มือ' }));
    const article = await screen.findByRole('article', { name: 'ส่งบรอดแคสต์' });
    expect(within(article).getByRole('heading', { name: 'ขออนุมัติก่อน' })).toBeVisible();
    expect(within(article).getAllByRole('img')[0]).toHaveAttribute('src', expect.stringContaining('.png'));
    const more = screen.getByRole('navigation', { name: 'ดูเพิ่มเติมในคู่มือ' });
    await user.click(within(more).getByRole('button', { name: 'อ่านตัวเลข' }));
    await screen.findByRole('article', { name: 'อ่านตัวเลข' });
  });

  it('is the English page where there is none in it', async () => {
    const figures = guides.find(({ name }) => name === 'figures');
    const thai = figures?.translations['th'];
    if (figures) delete figures.translations['th'];
    const { user } = show('/dashboard/overview');
    await user.click(screen.getByRole('button', { name: 'คู่มือ' }));
    expect(await screen.findByRole('article', { name: 'Read the figures' })).toHaveAttribute('lang', 'en');
    if (figures) figures.translations['th'] = thai;
  });
});

it('links from page to page, and announces the next one', async () => {
  const { user } = show('/campaign/broadcast');
  await user.click(screen.getByRole('button', { name: 'Guide' }));
  const more = await screen.findByRole('navigation', { name: 'More in the guide' });
  expect(more).not.toHaveTextContent('Send a broadcast');
  await user.click(screen.getByRole('button', { name: 'Read the figures' }));
  const next = await screen.findByRole('article', { name: 'Read the figures' });
  await waitFor(() => expect(next).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Close Guide' }));
});

it('covers the lower part of a phone, with the focus in it', async () => {
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { media, matches: false }));
  const { user } = show('/campaign/segment');
  await user.click(screen.getByRole('button', { name: 'Guide' }));
  const dialog = await screen.findByRole('dialog', { name: 'Guide' });
  const article = await within(dialog).findByRole('article', { name: 'Make a segment' });
  await waitFor(() => expect(article).toHaveFocus());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole('button', { name: 'Guide' })).toHaveFocus());
});
