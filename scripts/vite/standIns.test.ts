import { createRequire } from 'node:module';
import { reactRouterProvider as theirs } from 'react-admin';
import { describe, expect, it } from 'vitest';
import { cachedProduct } from '../../schemas/testProduct.ts';
import hoistNonReactStatics from '../../src/vendor/hoistNonReactStatics.ts';
import * as inflection from '../../src/vendor/inflection.ts';
import * as muiCssVariables from '../../src/vendor/muiCssVariables.ts';
import objectEntries from '../../src/vendor/objectEntries.cjs';
import { reactRouterProvider as ours } from '../../src/vendor/reactRouterProvider.tsx';

const libraryEntries = createRequire(import.meta.url)('object.entries') as typeof Object.entries;

describe('what builds put in the place of library parts', () => {
  it('answers as object.entries does', () => {
    for (const value of [
      {},
      { a: 1, b: undefined },
      ['x'],
      'text',
      Object.create({ inherited: 1 }),
    ] as object[])
      expect(objectEntries(value)).toEqual(libraryEntries(value));
  });

  it('throws where MUI’s themes of CSS variables are called for', () => {
    for (const called of Object.values(muiCssVariables))
      expect(called as () => unknown).toThrow('This build has no themes of CSS variables');
  });

  it('throws where statics would be copied', () => {
    expect(hoistNonReactStatics).toThrow('This build has no withTheme');
  });

  it('gives react-admin all that its own router provider gives', () => {
    expect(Object.keys(ours).toSorted()).toEqual(Object.keys(theirs).toSorted());
    for (const [name, member] of Object.entries(theirs))
      expect(typeof ours[name as keyof typeof ours]).toBe(typeof member);
  });

  it('leaves texts alone that would only be a label where an entity states none', () => {
    expect(inflection.humanize('chat_logic')).toBe('chat_logic');
    expect(cachedProduct().entities.filter(({ plural }) => plural === '')).toEqual([]);
  });
});
