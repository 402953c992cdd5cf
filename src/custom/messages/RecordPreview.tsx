import { styled } from '@mui/material/styles';
import { useId, useMemo } from 'react';
import { useRecordContext } from 'react-admin';
import type { JsonObject } from '../../../schemas/model/types.ts';
import type { ListRecord } from '../../resources/fieldKit/types.ts';
import { FormSession } from '../../resources/fieldKit/session.ts';
import { FormSessionContext } from '../../resources/fieldKit/useSession.ts';
import { useEntity } from '../../resources/product.ts';
import { PhonePreview } from './PhonePreview.tsx';

const Frame = styled('div')({
  // The phone has its own frame: it is aligned with the content of its zone.
  ...{ '--pad': '0px', '--pad-top': '0px' },
  maxWidth: 424,
});

/** The messages of a read-only record, in a phone. */
export const RecordPreview = () => {
  const model = useEntity();
  const record = useRecordContext<ListRecord>();
  const idPrefix = useId();
  const session = useMemo(
    () =>
      record &&
      new FormSession(
        {
          ...{ fields: model.fields, mode: 'edit', idPrefix, readOnly: true },
          can: () => true,
          validate: () => ({}),
        },
        record as unknown as JsonObject,
      ),
    [model.fields, record, idPrefix],
  );
  if (!session) return null;
  return (
    <FormSessionContext value={session}>
      <Frame>
        <PhonePreview isReadOnly />
      </Frame>
    </FormSessionContext>
  );
};
