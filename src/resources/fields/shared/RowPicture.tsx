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

/** The address of a stored file, or of a field that is the address itself. */
const readAddress = (value: unknown): string | undefined => {
  const address = value !== null && typeof value === 'object' && 'url' in value ? value.url : value;
  return typeof address === 'string' && address !== '' ? address : undefined;
};

/** The first picture among a record's fields. */
const findPicture = ({ fields }: ConsoleEntity, record: ListRecord): string | undefined =>
  fields
    .filter(({ type }) => type === 'image' || type === 'file')
    .flatMap(({ name }) => readAddress(record[name]) ?? [])[0];

interface RowPictureProps {
  model: ConsoleEntity;
  record: ListRecord;
}

/** The picture of a list's row (`list.picture`), uncropped: of the record, or of the one it refers to. */
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
  const referenced = entity === '' ? undefined : entityByName(entity);
  const address = referenced
    ? referenceRecord && findPicture(referenced, referenceRecord)
    : readAddress(value);
  const { menu } = referenced ?? model;
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
