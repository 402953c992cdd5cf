import { createLinkCell } from '../shared/LinkCell.tsx';
import { TextFilter } from '../shared/filters.ts';
import { plainText } from '../../fieldKit/plainText.ts';
import { matchType } from '../../fieldKit/types.ts';
import type { FieldTypeDefinition } from '../../fieldKit/types.ts';

export const phone: FieldTypeDefinition = {
  name: 'phone',
  notLinkable: true,
  tester: matchType('phone'),
  Cell: createLinkCell((number) => `tel:${number.replaceAll(/[^+\d]/g, '')}`),
  Filter: TextFilter,
  operators: [''],
  toText: plainText,
};
