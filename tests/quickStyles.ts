import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** What queries by role and clicks ask of every element on their way: whether it is seen and takes the pointer. */
const ASKED = ['display', 'visibility', 'opacity', 'pointer-events'];
/** jsdom's own style sheet, which comes before those of a page. */
const DEFAULTS = createRequire(import.meta.url).resolve('jsdom/lib/jsdom/browser/default-stylesheet.css');

/** What is read and replaced of jsdom's own objects. */
interface Rule {
  selectorText?: string;
  style?: {
    getPropertyValue: (property: string) => string;
    getPropertyPriority: (property: string) => string;
  };
  cssRules?: { _list: Rule[] };
}
interface Sheet {
  cssRules: { _list: Rule[] };
}
interface Styled {
  _localName: string;
  _namespaceURI: string;
  hasAttributeNS: (namespace: null, name: string) => boolean;
}
interface Match {
  match: boolean;
}
type Check = (selector: string, element: Styled) => Match;
interface Styles {
  /** Another one after whatever may change a style. */
  _styleCache: object;
  styleSheets: { _list: Sheet[] };
  _getDOMSelector: () => { check: Check };
}

/** What is known until something changes that styles may follow. */
interface Known {
  sheets: Sheet[];
  /** What jsdom keeps of elements while it goes by those sheets. */
  cache: object;
  elements: WeakMap<Element, CSSStyleDeclaration>;
}

/**
 * Has `getComputedStyle` work out what is asked for alone. jsdom applies every rule that matches, property by property,
 * to each element anew, which took more than half of the time of the console's tests. The answers are jsdom's: it goes by
 * the rules that say something of `ASKED`, and by all as soon as anything else is asked for.
 */
export function quickStyles(view: View): void {
  const whole = wholeStyle(view);
  if (whole !== view.getComputedStyle) return;
  const styles = stylesOf(view.document);
  const among = amongFew(styles);
  const known = new WeakMap<object, Known>();

  const knownNow = (): Known => {
    const held = known.get(styles._styleCache);
    if (held) return held;
    const sheets = styles.styleSheets._list
      .map(({ cssRules }) => ({ cssRules: { _list: cssRules._list.flatMap(sayingWhatIsAsked) } }))
      .filter(({ cssRules }) => cssRules._list.length > 0);
    const fresh = { sheets, cache: new WeakMap(), elements: new WeakMap() };
    known.set(styles._styleCache, fresh);
    return fresh;
  };

  function styleOf(element: Element, now: Known): CSSStyleDeclaration {
    const few = among(now, () => whole(element));
    const values = new Map<string, string>();
    let all: CSSStyleDeclaration | undefined;
    const every = (): CSSStyleDeclaration => (all ??= whole(element));
    const valueOf = (property: string): string => {
      if (!ASKED.includes(property)) return every().getPropertyValue(property);
      const value = values.get(property) ?? among(now, () => few.getPropertyValue(property));
      values.set(property, value);
      return value;
    };
    return new Proxy(few, {
      get(_, name) {
        if (name === 'getPropertyValue') return valueOf;
        if (name === 'pointerEvents') return valueOf('pointer-events');
        if (typeof name === 'string' && ASKED.includes(name)) return valueOf(name);
        const other: unknown = Reflect.get(every(), name);
        return typeof other === 'function' ? (other.bind(every()) as unknown) : other;
      },
    });
  }

  const asked: typeof whole = (element, pseudo) => {
    if (pseudo || element.ownerDocument !== view.document) return whole(element, pseudo);
    const now = knownNow();
    const style = now.elements.get(element) ?? styleOf(element, now);
    now.elements.set(element, style);
    return style;
  };
  view.getComputedStyle = Object.assign(asked, { [WHOLE]: whole });
}

type View = Pick<Window & typeof globalThis, 'document' | 'getComputedStyle'>;
/** Under which the window, which outlives the files of tests and their modules, keeps jsdom's own. */
const WHOLE = Symbol.for('jsdom getComputedStyle');

/** What jsdom itself answers. */
export const wholeStyle = ({ getComputedStyle: style }: View): typeof getComputedStyle =>
  (style as typeof style & { [WHOLE]?: typeof style })[WHOLE] ?? style;

/** Has jsdom work by a few rules, and not look for elements of its own rules that say nothing of `ASKED`. */
function amongFew(styles: Styles): <T>(known: Known, work: () => T) => T {
  const selector = styles._getDOMSelector();
  const { check } = selector;
  const silent = silentDefaults();
  const byTag = new Map<string, Match>();
  const quickCheck =
    (said: ReadonlySet<string>): Check =>
    (text, element) => {
      if (OF_PSEUDO_ELEMENT.test(text) || (silent.has(text) && !said.has(text))) return NO_MATCH;
      const [, attribute] = OF_ATTRIBUTE.exec(text) ?? [];
      if (attribute && !element.hasAttributeNS(null, attribute)) return NO_MATCH;
      if (!OF_TAGS.test(text)) return check(text, element);
      const key = `${element._namespaceURI} ${element._localName} ${text}`;
      const held = byTag.get(key) ?? check(text, element);
      byTag.set(key, held);
      return held;
    };
  const checks = new WeakMap<Known, Check>();

  return (known, work) => {
    const { _styleCache: every, styleSheets } = styles;
    const { _list: all } = styleSheets;
    const own = checks.get(known) ?? quickCheck(new Set(known.sheets.flatMap(textsOf)));
    checks.set(known, own);
    styles._styleCache = known.cache;
    styleSheets._list = known.sheets;
    selector.check = own;
    try {
      return work();
    } finally {
      styles._styleCache = every;
      styleSheets._list = all;
      selector.check = check;
    }
  };
}

const NO_MATCH: Match = { match: false };
/** Selectors of what is no element, those that match by its name alone, and the attribute without which others do not. */
const OF_PSEUDO_ELEMENT = /^[^,]*::[a-z-]+$/;
const OF_TAGS = /^[a-z][a-z0-9]*(?:,\s*[a-z][a-z0-9]*)*$/;
const OF_ATTRIBUTE = /^\[([a-z]+)[^,]*$/;

const textsOf = ({ cssRules }: Sheet): string[] =>
  cssRules._list.flatMap((rule) =>
    (rule.cssRules ? textsOf({ cssRules: rule.cssRules }) : []).concat(rule.selectorText ?? []),
  );

/** Selectors of jsdom's own rules that say nothing of `ASKED`. */
function silentDefaults(): Set<string> {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(readFileSync(DEFAULTS, 'utf8'));
  const rules = [...sheet.cssRules].filter((rule) => rule instanceof CSSStyleRule);
  const says = ({ style }: CSSStyleRule): boolean =>
    ASKED.some((name) => style.getPropertyValue(name) !== '');
  const saying = new Set(rules.filter(says).map(({ selectorText }) => selectorText));
  return new Set(rules.map(({ selectorText }) => selectorText).filter((text) => !saying.has(text)));
}

const reductions = new WeakMap<Rule, Rule[]>();

/** A rule with what it says of `ASKED`; none where that is nothing. */
function sayingWhatIsAsked(rule: Rule): Rule[] {
  const held = reductions.get(rule) ?? reduced(rule);
  reductions.set(rule, held);
  return held;
}

function reduced(rule: Rule): Rule[] {
  const { style, cssRules, selectorText } = rule;
  if (!style) return cssRules && cssRules._list.flatMap(sayingWhatIsAsked).length === 0 ? [] : [rule];
  if (style.getPropertyValue('all') !== '') return [rule];
  const few = ASKED.filter((property) => style.getPropertyValue(property) !== '');
  if (few.length === 0) return [];
  const says = {
    length: few.length,
    item: (at: number) => few[at],
    getPropertyValue: (property: string) => style.getPropertyValue(property),
    getPropertyPriority: (property: string) => style.getPropertyPriority(property),
  };
  return [Object.create(rule, { selectorText: { value: selectorText }, style: { value: says } }) as Rule];
}

function stylesOf(document: Document): Styles {
  const symbol = Object.getOwnPropertySymbols(document).find(({ description }) => description === 'impl');
  const found = symbol && (document as unknown as Record<symbol, Styles>)[symbol];
  if (!found?._styleCache) throw new Error('jsdom keeps its styles elsewhere: tests/quickStyles.ts');
  return found;
}
