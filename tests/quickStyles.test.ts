import { afterEach, beforeEach, expect, test } from 'vitest';
import { wholeStyle } from './quickStyles.ts';

// Styles of components stay in the page for the tests that follow.
let others: Node[] = [];
beforeEach(() => {
  others = [...document.head.childNodes];
  document.head.replaceChildren();
});
afterEach(() => {
  document.head.replaceChildren(...others);
  document.body.replaceChildren();
});

const RULES = `
  .gone { display: none; color: red }
  .box { display: flex; padding: 4px }
  #main .box { display: grid }
  .faint, p { opacity: 0.5; visibility: hidden }
  .back { visibility: visible !important }
  .through { pointer-events: none }
  button:disabled { pointer-events: none; opacity: 0.3 }
  li:not(.first) { display: inline }
  [popover] { opacity: 0.2 }
  :focus-visible { visibility: hidden }
  .list:has(.box) > span { display: block }
  .above::before { display: none }
  @media (min-width: 1px) { .narrow { display: none } }
  @media (max-width: 1px) { .wide { display: none } .wide { color: red } }
`;
const BODY = `
  <main id="main">
    <div class="box through">a<p>b<b class="back">c</b></p></div>
    <ul class="list"><li class="first">d<i class="box">e</i></li><li style="display: none">f</li><span>g</span></ul>
    <button disabled>h</button><input type="hidden"><div hidden>i</div><dialog>j</dialog><details><summary>k</summary>l</details>
    <div popover class="narrow above">m</div><div class="wide">n</div><svg><a class="gone"></a></svg>
    <table hidden><tbody hidden><tr><td class="faint">o</td></tr></tbody></table><a href="/">p</a>
  </main>`;
const NAMES = ['display', 'visibility', 'opacity', 'pointer-events', 'color', 'padding-left'];

function drawn(): void {
  const style = document.createElement('style');
  style.textContent = RULES;
  document.head.append(style);
  document.body.innerHTML = BODY;
}

/** What all elements look like, by one of the two. */
const looks = (of: typeof getComputedStyle): string[] =>
  [...document.querySelectorAll('*')].map((element) => {
    const style = of(element);
    return [element.localName, ...NAMES.map((name) => `${name}: ${style.getPropertyValue(name)}`)].join('; ');
  });

test('styles are those that jsdom tells', () => {
  drawn();
  expect(looks(getComputedStyle)).toEqual(looks(wholeStyle(window)));
  expect(getComputedStyle(document.querySelector('b') ?? document.body).visibility).toBe('visible');
  expect(getComputedStyle(document.querySelector('button') ?? document.body).pointerEvents).toBe('none');
});

test.each<[string, () => unknown]>([
  ['a class', () => document.querySelector('ul')?.classList.add('gone')],
  ['an attribute', () => document.querySelector('main')?.toggleAttribute('hidden')],
  ['its own style', () => document.querySelector('span')?.style.setProperty('visibility', 'hidden')],
  ['a place', () => document.querySelector('ul')?.append(document.querySelector('p') ?? '')],
  [
    'a sheet',
    () =>
      document.head.append(
        Object.assign(document.createElement('style'), { textContent: 'p { display: none }' }),
      ),
  ],
  ['a rule', () => document.styleSheets[0]?.insertRule('main { visibility: hidden }')],
  ['no sheet', () => document.querySelector('style')?.remove()],
])('they follow %s that changes', (_, change) => {
  drawn();
  const before = looks(getComputedStyle);
  change();
  const after = looks(getComputedStyle);
  expect(after).toEqual(looks(wholeStyle(window)));
  expect(after).not.toEqual(before);
});
