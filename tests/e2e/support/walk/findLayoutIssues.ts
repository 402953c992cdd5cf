/** Layout issues and Latin texts of a screen. */
export interface LayoutIssues {
  /** Texts that are cut off, overlap or overflow: issue, element and text. */
  layout: string[];
  /** Distinct texts and labels with a Latin word. */
  latin: string[];
}

/**
 * Measures the visible texts and controls of the page. Pass it to `page.evaluate`: it may use nothing outside itself but
 * its argument.
 * @param within selector of the measured part of the page
 */
export function findLayoutIssues(within: string): LayoutIssues {
  /** Tolerance for rounding, in pixels. */
  const NEAR = 1.5;
  /** Smallest overlap of two texts that is reported, in pixels each way. */
  const OVER = 3;
  /** Thai letters of the greatest ascent and descent. */
  const TALL = 'ที่ปู้ญี่ปุ่น';
  const CONTROL =
    'button, input, select, textarea, [role=button], [role=switch], [role=tab], [role=combobox]';
  /** Elements without readable text. */
  const NO_TEXT = 'script, style, noscript, template, #recharts_measurement_span';
  const CODE = 'code, pre';
  const layout = new Set<string>();
  const latin = new Set<string>();
  const roots = [...document.querySelectorAll(within)].filter((root) => root.checkVisibility());
  const width = document.documentElement.clientWidth;

  const name = (element: Element): string => {
    const { id, className } = element;
    const role = element.getAttribute('role');
    const own = [...element.attributes].find(
      (one) => one.name.startsWith('data-') && one.name !== 'data-index',
    );
    const words = typeof className === 'string' ? className : '';
    const last = words.split(' ').findLast((word) => word !== '' && !word.startsWith('css-'));
    const ownSelector = role
      ? `[role=${role}]`
      : own
        ? `[${own.name}]`
        : last
          ? `.${last}`
          : id
            ? `#${id}`
            : '';
    return element.localName + ownSelector;
  };
  const place = (element: Element): string =>
    [element.parentElement?.parentElement, element.parentElement, element]
      .filter((one) => one instanceof Element)
      .map(name)
      .join(' > ');
  const report = (what: string, element: Element, text: string): void =>
    void layout.add(`${what}: ${place(element)}: ${text.trim().replace(/\s+/g, ' ').slice(0, 80)}`);

  // Caches: styles and boxes are read many times.
  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element): CSSStyleDeclaration => {
    const style = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, style);
    return style;
  };
  const boxes = new Map<Element, DOMRect>();
  const boxOf = (element: Element): DOMRect => {
    const box = boxes.get(element) ?? element.getBoundingClientRect();
    boxes.set(element, box);
    return box;
  };
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });

  /** The element's containing block: elements in between do not clip it. */
  const outer = (element: Element): Element | null => {
    const { position } = styleOf(element);
    if (position === 'fixed') return null;
    if (position === 'absolute' && element instanceof HTMLElement) return element.offsetParent;
    return element.parentElement;
  };

  interface Edges {
    left: number;
    right: number;
    top: number;
    bottom: number;
  }
  /** The box inside the border. */
  const inside = (element: Element): Edges => {
    const { left, top } = boxOf(element);
    const [x, y] = [left + element.clientLeft, top + element.clientTop];
    if (element instanceof SVGElement) return boxOf(element);
    return { left: x, top: y, right: x + element.clientWidth, bottom: y + element.clientHeight };
  };

  /** The visible part of a text or control, and the element that clips the rest without scrolling. */
  const seenOf = (element: Element, edges: Edges): { seen: Edges; cutBy?: Element; isEllipsis: boolean } => {
    const seen = { ...edges };
    let cutBy: Element | undefined;
    let [scrollsX, scrollsY, isEllipsis] = [false, false, false];
    for (let at: Element | null = element; at && at !== document.documentElement; at = outer(at)) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp, display } = styleOf(at);
      if (display === 'inline' || display === 'contents') continue;
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') isEllipsis = true;
      const box = inside(at);
      if (overflowX !== 'visible') {
        const isCut = seen.left < box.left - NEAR || seen.right > box.right + NEAR;
        if (/auto|scroll/.test(overflowX)) scrollsX = true;
        else if (isCut && !scrollsX && !isEllipsis) cutBy ??= at;
      }
      if (overflowY !== 'visible') {
        const isCut = seen.top < box.top - NEAR || seen.bottom > box.bottom + NEAR;
        if (/auto|scroll/.test(overflowY)) scrollsY = true;
        else if (isCut && !scrollsY && !isEllipsis) cutBy ??= at;
      }
      if (overflowX !== 'visible')
        Object.assign(seen, { left: Math.max(seen.left, box.left), right: Math.min(seen.right, box.right) });
      if (overflowY !== 'visible')
        Object.assign(seen, { top: Math.max(seen.top, box.top), bottom: Math.min(seen.bottom, box.bottom) });
    }
    if (!scrollsX && (edges.left < -NEAR || edges.right > width + NEAR)) cutBy ??= document.documentElement;
    return { seen, ...(cutBy && { cutBy }), isEllipsis };
  };

  /** Whether an element is for screen readers only, or clipped to nothing on purpose. */
  const isHidden = (element: Element): boolean => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { clipPath, clip } = styleOf(at);
      if (/inset\(50%|inset\(100%/.test(clipPath) || clip.startsWith('rect(0px')) return true;
      const { width: wide, height: high } = boxOf(at);
      if ((wide <= 1 || high <= 1) && styleOf(at).overflowX !== 'visible') return true;
    }
    return false;
  };

  const canvas = document.createElement('canvas').getContext('2d');
  const inks = new Map<string, { above: number; ascent: number; descent: number }>();
  /** Ascent and descent of a text, and the distance of its baseline from the top of its line. */
  const inkOf = (style: CSSStyleDeclaration, text: string) => {
    const font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    // A mark of one or two letters is measured by its own letters.
    const key = font + (text.length > 2 ? '' : text);
    let ink = inks.get(key);
    if (!ink && canvas) {
      canvas.font = font;
      const tall = canvas.measureText(text.length > 2 ? TALL : text);
      ink = {
        above: tall.fontBoundingBoxAscent,
        ascent: tall.actualBoundingBoxAscent,
        descent: tall.actualBoundingBoxDescent,
      };
      inks.set(key, ink);
    }
    return ink ?? { above: 0, ascent: 0, descent: 0 };
  };

  interface Piece {
    element: Element;
    text: string;
    seen: Edges;
    isControl: boolean;
  }
  const pieces: Piece[] = [];
  const keep = (element: Element, text: string, seen: Edges, isControl: boolean): void => {
    if (seen.right - seen.left > 1 && seen.bottom - seen.top > 1)
      pieces.push({ element, text, seen, isControl });
  };
  /** Whether places to break its text divide it into several nodes. */
  const hasBreaks = (element: Element): boolean =>
    [...element.children].some(({ localName }) => localName === 'wbr');
  const HAS_LATIN = /[A-Za-z\u00c0-\u017f]{2}/;
  const words = (text: string | null): void => {
    const whole = text?.trim().replace(/\s+/g, ' ') ?? '';
    if (HAS_LATIN.test(whole)) latin.add(whole);
  };

  /** The nearest ancestor with a background or border: a text that overflows it looks cut off. */
  const groundOf = (element: Element): Element | undefined => {
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      if (at instanceof SVGElement) return undefined;
      const { display, backgroundColor, borderTopWidth, borderLeftWidth, borderTopStyle } = styleOf(at);
      if (display === 'inline') continue;
      if (at.matches('main, [role=dialog], [role=menu], td, th, li')) return undefined;
      const isFramed = borderTopStyle !== 'none' && borderTopWidth !== '0px' && borderLeftWidth !== '0px';
      if (isFramed || !/, 0\)$|transparent/.test(backgroundColor)) return at;
    }
    return undefined;
  };

  const segmenter = new Intl.Segmenter('th', { granularity: 'word' });
  const checkBreaks = (node: Text, element: Element): void => {
    const range = document.createRange();
    for (const { segment, index, isWordLike } of segmenter.segment(node.data)) {
      if (!isWordLike || !/[\u0e01-\u0e5b]{2}/.test(segment)) continue;
      range.setStart(node, index);
      range.setEnd(node, index + segment.length);
      const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
      if (new Set(tops).size > 1) report('broken within a word', element, `${segment} in ${node.data}`);
    }
  };

  const checkText = (node: Text): void => {
    const element = node.parentElement;
    if (!element || node.data.trim() === '' || element.closest(NO_TEXT)) return;
    if (!isShown(element) || isHidden(element)) return;
    if (!element.closest(CODE)) words(hasBreaks(element) ? element.textContent : node.data);
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].filter(({ width: wide }) => wide > 0);
    const style = styleOf(element);
    const ink = inkOf(style, node.data.trim());
    const ground = groundOf(element);
    const isPlain = !(element instanceof SVGElement) && style.writingMode === 'horizontal-tb';
    for (const line of lines) {
      const base = line.top + ink.above;
      const glyphs = {
        left: line.left,
        right: line.right,
        top: base - ink.ascent,
        bottom: base + ink.descent,
      };
      const flat = { ...glyphs, top: base - ink.above * 0.75, bottom: base + 1 };
      const { seen, cutBy, isEllipsis } = seenOf(element, isPlain ? glyphs : line);
      if (cutBy) report(`cut off by ${name(cutBy)}`, element, node.data);
      const box = ground && boxOf(ground);
      const isWhole = seen.top === glyphs.top && seen.bottom === glyphs.bottom && seen.left === glyphs.left;
      if (box && isWhole && !isEllipsis && !cutBy) {
        if (line.left < box.left - NEAR || line.right > box.right + NEAR)
          report(`wider than ${name(ground)}`, element, node.data);
        if (glyphs.top < box.top - NEAR || glyphs.bottom > box.bottom + NEAR)
          report(`higher than ${name(ground)}`, element, node.data);
      }
      const top = Math.max(seen.top, flat.top);
      keep(element, node.data, { ...seen, top, bottom: Math.min(seen.bottom, flat.bottom) }, false);
    }
    const tops = [...new Set(lines.map(({ top }) => Math.round(top)))].toSorted((a, b) => a - b);
    const apart = tops.slice(1).map((top, at) => top - (tops[at] ?? 0));
    const isTight = apart.some((pitch) => pitch > 4 && pitch < ink.ascent + ink.descent - 1);
    if (isTight) report(`lines nearer than ${Math.ceil(ink.ascent + ink.descent)} px`, element, node.data);
    if (tops.length > 1) checkBreaks(node, element);
  };

  const checkControl = (control: Element): void => {
    if (
      !isShown(control) ||
      isHidden(control) ||
      control.matches('[type=hidden], [tabindex="-1"][aria-hidden]')
    )
      return;
    const { seen, cutBy } = seenOf(control, boxOf(control));
    const text = control.getAttribute('aria-label') ?? control.textContent;
    if (cutBy) report(`control cut off by ${name(cutBy)}`, control, text);
    keep(control, text, seen, true);
    if (control instanceof HTMLInputElement && control.placeholder !== '' && control.value === '' && canvas) {
      const style = styleOf(control);
      canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const room = control.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      if (canvas.measureText(control.placeholder).width > room + NEAR && style.textOverflow !== 'ellipsis')
        report('placeholder cut off', control, control.placeholder);
    }
  };

  for (const root of roots) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) checkText(walker.currentNode as Text);
    for (const control of root.querySelectorAll(CONTROL)) checkControl(control);
    for (const element of root.querySelectorAll('[aria-label], [placeholder], [title], [alt], [data-hint]')) {
      if (!isShown(element)) continue;
      for (const attribute of ['aria-label', 'placeholder', 'title', 'alt', 'data-hint'])
        words(element.getAttribute(attribute));
    }
  }

  // `elementsFromPoint` leaves out elements without pointer events.
  const all = new CSSStyleSheet();
  all.replaceSync('*{pointer-events:auto!important}');
  document.adoptedStyleSheets.push(all);
  /** Elements painted at a point, down to the first opaque one. */
  const paintedAt = (x: number, y: number): Element[] => {
    const painted: Element[] = [];
    for (const element of document.elementsFromPoint(x, y)) {
      painted.push(element);
      const { backgroundColor } = styleOf(element);
      if (backgroundColor.startsWith('rgb(') || element.matches('img, canvas, video')) break;
    }
    return painted;
  };
  const sorted = pieces.toSorted((a, b) => a.seen.top - b.seen.top);
  sorted.forEach((one, index) => {
    for (let next = index + 1; next < sorted.length; next++) {
      const other = sorted[next];
      if (!other || other.seen.top > one.seen.bottom - OVER) break;
      const left = Math.max(one.seen.left, other.seen.left);
      const right = Math.min(one.seen.right, other.seen.right);
      const bottom = Math.min(one.seen.bottom, other.seen.bottom);
      if (right - left <= OVER || bottom - other.seen.top <= OVER) continue;
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
      if (one.isControl && other.isControl && one.element.parentElement === other.element.parentElement)
        continue;
      const painted = paintedAt((left + right) / 2, (bottom + other.seen.top) / 2);
      if (painted.includes(one.element) && painted.includes(other.element))
        report(
          `lies over "${other.text.trim().slice(0, 40)}" of ${name(other.element)}`,
          one.element,
          one.text,
        );
    }
  });
  document.adoptedStyleSheets.pop();
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > width) layout.add(`the page scrolls sideways by ${scrollWidth - width} px`);
  return { layout: [...layout], latin: [...latin] };
}
