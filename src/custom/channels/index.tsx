import type { CellProps, FieldTypeDefinition } from '../../resources/fieldKit/types.ts';
import { ChannelMark } from '../../channels/ChannelMark.tsx';
import { Dot } from '../../resources/fields/shared/Badge.tsx';
import { enumeration } from '../../resources/fields/enum/index.tsx';
import { t } from '../../../schemas/texts/translate.ts';
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
  // Used only by `display`.
  tester: () => -1,
  Cell: ChannelTypeCell,
  Mark: ({ value }) => <ChannelMark type={typeof value === 'string' ? value : undefined} />,
  operators: [],
  toText: (value, field) => labelOf(field, value),
};
registerFieldType(channelType);

const CONNECT = { marginLeft: 12, color: 'var(--accent-text)', fontWeight: 500 };

/** Whether a channel is connected, with a hint to connect it; an inactive one is off. */
const ChannelState = ({ field, value, record }: CellProps) => {
  if (record?.['active'] === false) return <Dot style={{ color: 'var(--ink-3)' }}>{t('Off')}</Dot>;
  return (
    <>
      <enumeration.Cell field={field} value={value} />
      {value === 'missing' && record ? (
        // The row itself is the link: it opens the page with the steps.
        <span style={CONNECT}>{t('Connect')}</span>
      ) : null}
    </>
  );
};
registerFieldType({ ...enumeration, name: 'channel-state', tester: () => -1, Cell: ChannelState });
registerFieldType({
  name: 'channel-types',
  editor: () => import('./ChannelTypes.tsx'),
  readOnlyAsText: true,
});
registerPictures((name) => import('../../channels/pictures.ts').then((it) => it.pictureNamed(name)));
registerPanel('network-defaults', () =>
  import('./NetworkDefaults.tsx').then((module) => module.NetworkDefaults),
);
