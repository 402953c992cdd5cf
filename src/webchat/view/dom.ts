type Attributes = Record<string, string | number | boolean | undefined | ((event: Event) => void)>;
export type Child = Node | string | undefined | false;

/** Creates an element. Functions are listeners (`onclick`), `true` is an empty attribute; strings become text nodes. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false)
      element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.filter((child): child is Node | string => Boolean(child)));
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

const PATHS = {
  chat: 'M21 12a8 8 0 0 1-8 8H4l1.6-3.2A8 8 0 1 1 21 12Z',
  close: 'M6 6l12 12M18 6 6 18',
  send: 'M4 12 20 4l-5 16-3.5-6.5L4 12Z',
  left: 'm15 5-7 7 7 7',
  right: 'm9 5 7 7-7 7',
} as const;

/** A decorative icon. */
export function icon(name: keyof typeof PATHS): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', PATHS[name]);
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.append(path);
  return svg;
}

const SAFE_PROTOCOL = /^(https?|tel|mailto|line):/i;

/** An address with a safe protocol, or undefined. */
export function safeAddress(address: unknown): string | undefined {
  return typeof address === 'string' && SAFE_PROTOCOL.test(address.trim()) ? address.trim() : undefined;
}

/** The absolute address of a picture or video, or undefined. */
export function mediaAddress(address: unknown, origin: string): string | undefined {
  if (typeof address !== 'string' || address === '') return undefined;
  try {
    const url = new URL(address, origin);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}

const LINK = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}ฯๆ])/g;

/** Converts web addresses in a text to links. */
export function linkify(text: string): Child[] {
  return text
    .split(LINK)
    .map((part, index) =>
      index % 2 === 0 ? part : h('a', { href: part, target: '_blank', rel: 'noopener noreferrer' }, part),
    );
}
