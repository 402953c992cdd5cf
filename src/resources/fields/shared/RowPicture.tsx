import { styled } from '@mui/material/styles';
import { useReference } from 'react-admin';
import { resizedPictureUrl } from '../../../../schemas/model/files.ts';
import type { ListRecord } from '../../fieldKit/types.ts';
import { Icon } from '../../menu/icons.tsx';
import { type ConsoleEntity, entityByName } from '../../product.ts';
import { fieldNamed } from '../../columns.ts';

const Frame = styled('span')({
  display: 'grid',
  placeItems: 'center',
  width: 'var(--picture)',
  minHeight: 36,
  maxHeight: 72,
  borderRadius: 4,
  overflow: 'hidden',
  border: '1px solid var(--frame)',
  boxSizing: 'border-box',
  background: 'var(--sunken)',
  color: 'var(--ink-3)',
  '& img': { display: 'block', width: '100%' },
});

/** The address in a field with a picture, or nothing. */
const addressIn = (value: unknown): string | undefined => {
  const address = value !== null && typeof value === 'object' && 'url' in value ? value.url : value;
  return typeof address === 'string' && address !== '' ? address : undefined;
};

/** The first picture among a record's own fields. */
const pictureOf = ({ fields }: ConsoleEntity, record: ListRecord): string | undefined =>
  fields
    .filter(({ type }) => type === 'image' || type === 'file')
    .flatMap(({ name }) => addressIn(record[name]) ?? [])[0];

interface RowPictureProps {
  model: ConsoleEntity;
  record: ListRecord;
}

/** The picture of a high row (`list.picture`), in its true shape. */
export const RowPicture = ({ model, record }: RowPictureProps) => {
  const field = fieldNamed(model, model.list.picture ?? '');
  const { entity = '' } = field?.reference ?? {};
  const value = field && record[field.name];
  const id = entity && typeof value === 'string' ? value : '';
  const { referenceRecord } = useReference<ListRecord>({
    reference: entity,
    id,
    options: { enabled: id !== '' },
  });
  const other = entity === '' ? undefined : entityByName(entity);
  const address = other ? referenceRecord && pictureOf(other, referenceRecord) : addressIn(value);
  const { menu } = other ?? model;
  return (
    <Frame aria-hidden>
      {address === undefined ? (
        <Icon name={menu ? menu.icon : 'circle'} />
      ) : (
        <img src={resizedPictureUrl(address, 300)} alt="" loading="lazy" decoding="async" />
      )}
    </Frame>
  );
};
