import type { CellProps, FieldTypeDefinition } from '../../resources/fields/types.ts';
import { ChannelMark } from '../../channels/ChannelMark.tsx';
import { registerFieldType, registerPanel, registerPictures } from '../register.ts';

const labelOf = (field: CellProps['field'], value: unknown): string =>
  field.choices?.find((choice) => choice.value === value)?.label ?? String(value ?? '');

const ChannelTypeCell = ({ field, value }: CellProps) =>
  typeof value === 'string' ? (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 8 }}>
      <ChannelMark type={value} />
      {labelOf(field, value)}
    </span>
  ) : null;

const channelType: FieldTypeDefinition = {
  name: 'channel-type',
  // Only where `display` asks for it.
  tester: () => -1,
  Cell: ChannelTypeCell,
  Mark: ({ value }) => <ChannelMark type={typeof value === 'string' ? value : undefined} />,
  operators: [],
  toText: (value, field) => labelOf(field, value),
};
registerFieldType(channelType);
registerPictures((name) => import('../../channels/pictures.ts').then((it) => it.pictureNamed(name)));
registerPanel('network-defaults', () =>
  import('./NetworkDefaults.tsx').then((module) => module.NetworkDefaults),
);
