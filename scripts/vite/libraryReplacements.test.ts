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

describe('replacements of library modules', () => {
  it('objectEntries returns what object.entries does', () => {
    for (const value of [
      {},
      { a: 1, b: undefined },
      ['x'],
      'text',
      Object.create({ inherited: 1 }),
    ] as object[])
      expect(objectEntries(value)).toEqual(libraryEntries(value));
  });

  it('muiCssVariables throws when it is called', () => {
    for (const called of Object.values(muiCssVariables))
      expect(called as () => unknown).toThrow('This build has no themes of CSS variables');
  });

  it('hoistNonReactStatics throws when it is called', () => {
    expect(hoistNonReactStatics).toThrow('This build has no withTheme');
  });

  it('reactRouterProvider has every member of react-admin’s own', () => {
    expect(Object.keys(ours).toSorted()).toEqual(Object.keys(theirs).toSorted());
    for (const [name, member] of Object.entries(theirs))
      expect(typeof ours[name as keyof typeof ours]).toBe(typeof member);
  });

  it('inflection returns texts unchanged, since every entity states its labels', () => {
    expect(inflection.humanize('chat_logic')).toBe('chat_logic');
    expect(cachedProduct().entities.filter(({ plural }) => plural === '')).toEqual([]);
  });
});
