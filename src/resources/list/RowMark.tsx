import type { ReactNode } from 'react';
import type { FieldModel } from '../../../schemas/model/types.ts';
import { recordTitle } from '../../../schemas/model/fields.ts';
import { initials } from '../../layout/initials.ts';
import { RecordSign, signField } from '../fields/shared/RecordSign.tsx';
import { StoredPicture } from '../fields/shared/StoredPicture.tsx';
import type { ListRecord } from '../fields/types.ts';
import { Icon } from '../menu/icons.tsx';
import type { ConsoleEntity } from '../product.ts';

/** The field that shows what a record looks like, drawn round. */
export const pictureField = (model: ConsoleEntity): FieldModel | undefined =>
  model.fields.find(({ display }) => display === 'avatar');

/** Things have the sign of their kind; one element for all rows. */
const signs = new Map<string, ReactNode>();
const signOf = (name: string): ReactNode => {
  const sign = signs.get(name) ?? (
    <span className="mark" aria-hidden>
      <Icon name={name} />
    </span>
  );
  signs.set(name, sign);
  return sign;
};

/** What stands before a record's name: the person's picture or initials, else the sign of its kind. */
export const RowMark = ({ model, record }: { model: ConsoleEntity; record: ListRecord }) => {
  const field = pictureField(model);
  if (!field && signField(model))
    return (
      <span className="mark" aria-hidden style={{ background: 'none' }}>
        <RecordSign model={model} record={record} />
      </span>
    );
  if (!field) return signOf(model.menu ? model.menu.icon : 'circle');
  const value = record[field.name];
  return (
    <span className="mark person" aria-hidden>
      <StoredPicture field={field} address={typeof value === 'string' ? value : ''} width={240}>
        {(source) =>
          source ? (
            <img
              src={source}
              alt=""
              width={24}
              height={24}
              loading="lazy"
              decoding="async"
              style={{ objectFit: 'cover' }}
            />
          ) : (
            initials(recordTitle(model, record))
          )
        }
      </StoredPicture>
    </span>
  );
};
