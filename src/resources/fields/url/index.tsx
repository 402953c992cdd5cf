import { createLinkCell } from '../shared/LinkCell.tsx';
import { TextFilter } from '../shared/filters.ts';
import { plainText } from '../../fieldKit/plainText.ts';
import { matchType } from '../../fieldKit/types.ts';
import type { FieldTypeDefinition } from '../../fieldKit/types.ts';

export const url: FieldTypeDefinition = {
  name: 'url',
  notLinkable: true,
  tester: matchType('url'),
  Cell: createLinkCell((address) => address, true),
  Filter: TextFilter,
  operators: [''],
  toText: plainText,
};
