import { createLinkCell } from '../shared/LinkCell.tsx';
import { TextFilter } from '../shared/filters.ts';
import { plainText } from '../../fieldKit/plainText.ts';
import { matchType } from '../../fieldKit/types.ts';
import type { FieldTypeDefinition } from '../../fieldKit/types.ts';

export const email: FieldTypeDefinition = {
  name: 'email',
  notLinkable: true,
  tester: matchType('email'),
  Cell: createLinkCell((address) => `mailto:${encodeURIComponent(address).replace('%40', '@')}`),
  Filter: TextFilter,
  operators: [''],
  toText: plainText,
};
