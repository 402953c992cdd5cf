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
  address: string;
  /** Requested width, twice the CSS pixels. */
  width: PictureWidth;
  /** Renders the picture from a URL that the console may load, or a placeholder without one. */
  children: (source: string | undefined) => ReactNode;
}

/**
 * Resolves the address of a picture to a URL that the console may load. An external picture is served from the copy
 * that the services fetch once, so that the other site learns nothing of the viewers.
 */
export const StoredPicture = ({ field, address, width, children }: Props) => {
  const isUpload = fileIdFromUrl(address) !== undefined && !isImagemapUrl(address);
  const localUrl = safeImage(isUpload ? resizedPictureUrl(address, width) : address);
  const entity = entityOfField(field);
  if (localUrl !== undefined || entity === undefined || !/^https?:\/\//i.test(address))
    return children(localUrl);
  return (
    <RemotePicture field={field} address={address} width={width} entity={entity}>
      {children}
    </RemotePicture>
  );
};

const RemotePicture = ({ field, address, width, entity, children }: Props & { entity: string }) => {
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
