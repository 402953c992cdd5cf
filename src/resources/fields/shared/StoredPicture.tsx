import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { ReactNode } from 'react';
import {
  fileIdFromUrl,
  isImagemapUrl,
  type PictureWidth,
  resizedPictureUrl,
} from '../../../../schemas/model/files.ts';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';
import { entityOfField } from '../../product.ts';
import { safeImage } from './safeUrl.ts';

interface Props {
  field: FieldModel;
  /** Where the picture is said to be. */
  address: string;
  /** Pixels in which it is shown, at twice the density. */
  width: PictureWidth;
  /** Draws the picture from where the console may load it, or what stands in its place. */
  children: (source: string | undefined) => ReactNode;
}

/**
 * A picture by its address. One of another site is shown from the store of the services, which fetch it once: so the
 * other site never learns who looks at what.
 */
export const StoredPicture = ({ field, address, width, children }: Props) => {
  const isWhole = fileIdFromUrl(address) !== undefined && !isImagemapUrl(address);
  const own = safeImage(isWhole ? resizedPictureUrl(address, width) : address);
  const entity = entityOfField(field);
  if (own !== undefined || entity === undefined || !/^https?:\/\//i.test(address)) return children(own);
  return (
    <Fetched field={field} address={address} width={width} entity={entity}>
      {children}
    </Fetched>
  );
};

const Fetched = ({ field, address, width, entity, children }: Props & { entity: string }) => {
  const provider = useDataProvider<ConsoleDataProvider>();
  const { data } = useQuery({
    queryKey: ['storedPicture', entity, field.path, address],
    queryFn: async ({ signal }) =>
      (await provider.storedPicture(entity, field.path, address, { signal })) ?? null,
    staleTime: Infinity,
    retry: false,
  });
  return children(data ? resizedPictureUrl(data.url, width) : undefined);
};
