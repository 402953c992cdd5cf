import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FIELD_TYPES } from '../../../schemas/model/fieldTypes.ts';
import type { FieldModel, FieldType } from '../../../schemas/model/types.ts';
import { entityByName } from '../product.ts';
import { findDisplayType, findFieldType, formatAsText } from './registry.ts';
import { Cell, Detail } from '../fieldKit/Value.tsx';

const template = entityByName('variable').fields[0]!;
const field = (part: Partial<FieldModel>): FieldModel => ({
  ...template,
  display: part.type ?? 'text',
  choices: undefined,
  ...part,
});

const TYPES = Object.keys(FIELD_TYPES) as FieldType[];

describe('the registry', () => {
  it.each(TYPES)('has a definition of type %s', (type) => {
    expect(findFieldType(field({ type })).name).toBe(type);
  });

  it.each(TYPES.filter((type) => type !== 'reference'))('renders nothing for an empty %s', (type) => {
    const { container } = render(<Cell field={field({ type })} value={undefined} />);
    expect(container).toHaveTextContent(/^$/);
    expect(formatAsText(undefined, field({ type }))).toBe('');
  });

  it('shows by display and filters by type', () => {
    const avatar = field({ type: 'text', display: 'avatar' });
    expect(findDisplayType(avatar).name).toBe('avatar');
    expect(findFieldType(avatar).name).toBe('text');
  });

  it('never shows a secret by another display', () => {
    const secret = field({ type: 'text', secret: true, display: 'text' });
    render(<Cell field={secret} value="••••1234 and what should not be here" />);
    expect(screen.getByText('••••1234')).toBeInTheDocument();
    expect(formatAsText('open', secret)).toBe('••••');
  });
});

describe('cells', () => {
  it('show markup as text', () => {
    const { container } = render(<Cell field={field({ type: 'text' })} value="<b onclick=x>hi</b>" />);
    expect(container).toHaveTextContent('<b onclick=x>hi</b>');
    expect(container.querySelector('b')).toBeNull();
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', ' vbscript:x'])('do not link to %s', (address) => {
    render(<Cell field={field({ type: 'url' })} value={address} />);
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('link addresses without handing over the opener', () => {
    render(<Cell field={field({ type: 'url' })} value="https://example.com/a" />);
    const link = screen.getByRole('link', { name: 'https://example.com/a' });
    expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
  });

  it.each(['javascript:alert(1)', 'data:image/svg+xml,x', '//evil.test/x.png', '/\\evil.test'])(
    'do not load an image from %s',
    (source) => {
      render(<Cell field={field({ type: 'image' })} value={source} />);
      expect(screen.queryByRole('img')).toBeNull();
    },
  );

  it('show choices by label, and dates in the agreed format', () => {
    const scope = field({ type: 'enum', choices: [{ value: 'bot', label: 'Bot', tone: 'info' }] });
    render(<Cell field={scope} value="bot" />);
    expect(screen.getByText('Bot')).toBeInTheDocument();
    expect(formatAsText('2026-03-09', field({ type: 'date' }))).toBe('09 Mar 2026');
    expect(formatAsText('2026-03-09T04:05:00Z', field({ type: 'date-time' }))).toBe('09 Mar 2026 11 : 05');
  });

  it('shorten tags and count the others', () => {
    const { container } = render(<Cell field={field({ type: 'tags' })} value={['a', 'b', 'c', 'd']} />);
    expect(container).toHaveTextContent('ab+2');
  });

  it('show numbers for people', () => {
    const number = field({ type: 'number' });
    expect(formatAsText(1234567.5, number)).toBe('1,234,567.5');
  });

  it('show nested values by their own types', () => {
    const inner = field({ name: 'url', title: 'Link', type: 'url' });
    const item = field({ name: 'item', type: 'object', fields: [inner] });
    const links = field({ type: 'list', item });
    render(<Detail field={links} value={[{ url: 'https://example.com' }]} />);
    expect(screen.getByRole('link', { name: 'https://example.com' })).toBeInTheDocument();
    expect(formatAsText([{ url: 'https://example.com' }], links)).toBe('Link: https://example.com');
  });
});
