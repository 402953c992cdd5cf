import { styled } from '@mui/material/styles';
import { useGetOne } from 'react-admin';
import { findFirstPicture } from '../../resources/fields/shared/firstPicture.ts';
import { StoredPicture } from '../../resources/fields/shared/StoredPicture.tsx';
import type { ListRecord } from '../../resources/fieldKit/types.ts';
import { useIsModelLoaded } from '../../resources/form/useFormValidator.ts';
import { entityByName } from '../../resources/product.ts';

const ENTITY = 'template';
const Picture = styled('img')({
  display: 'block',
  width: '100%',
  aspectRatio: '3 / 2',
  objectFit: 'cover',
  marginBottom: 12,
  border: '1px solid var(--frame)',
  borderRadius: 6,
  boxSizing: 'border-box',
});
/** The first picture in the template, where it has one. */
export const UnitPicture = ({ id }: { id: string }) => {
  const model = entityByName(ENTITY);
  const isModelLoaded = useIsModelLoaded(ENTITY);
  const { data } = useGetOne<ListRecord>(ENTITY, { id }, { retry: false });
  if (!data || !isModelLoaded) return null;
  const picture = findFirstPicture(model.fields, data);
  if (!picture) return null;
  return (
    <StoredPicture field={picture.field} address={picture.address} width={240}>
      {(source) => source && <Picture src={source} alt="" referrerPolicy="no-referrer" />}
    </StoredPicture>
  );
};
