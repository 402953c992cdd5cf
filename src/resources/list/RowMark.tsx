import type { ReactNode } from 'react';
import type { FieldModel } from '../../../schemas/model/types.ts';
import { recordTitle } from '../../../schemas/model/fields.ts';
import { initials } from '../../ui/initials.ts';
import { findFirstPicture } from '../fields/shared/firstPicture.ts';
import { RecordSign, signField } from '../fields/shared/RecordSign.tsx';
import { StoredPicture } from '../fields/shared/StoredPicture.tsx';
import type { ListRecord } from '../fieldKit/types.ts';
import { Icon } from '../menu/icons.tsx';
import { type ConsoleEntity, entityByName } from '../product.ts';
import { fieldNamed } from '../columns.ts';

/** The record's avatar field. */
export const findPictureField = (model: ConsoleEntity): FieldModel | undefined =>
  model.fields.find(({ display }) => display === 'avatar');

/** Whether the mark before a name depends on the record, not only on its entity. */
export const hasMark = (model: ConsoleEntity): boolean =>
  (model.list.mark ?? model.list.picture ?? findPictureField(model)) !== undefined;

/** Whether rows have no mark, since the entity's icon would be the same in each. */
export const startsWithTitle = (model: ConsoleEntity): boolean =>
  !hasMark(model) && !signField(model) && model.ordered === undefined;

/** Entity icons; one shared element for all rows. */
const iconCache = new Map<string, ReactNode>();
const getIcon = (name: string): ReactNode => {
  const sign = iconCache.get(name) ?? (
    <span className="mark" aria-hidden>
      <Icon name={name} />
    </span>
  );
  iconCache.set(name, sign);
  return sign;
};

/** The icon of the entity's menu entry, or of the entity whose tab it is. */
const renderEntityIcon = (model: ConsoleEntity): ReactNode => {
  const { menu } = model.tabOf === undefined ? model : entityByName(model.tabOf);
  return getIcon(menu ? menu.icon : 'circle');
};

/** Accessible label of a sign. */
const findSignLabel = ({ name, choices }: FieldModel, record: ListRecord): string | undefined =>
  choices?.find(({ value }) => value === record[name])?.label;

/** The mark before a record's name: picture, initials or the entity's icon. */
export const RowMark = ({ model, record }: { model: ConsoleEntity; record: ListRecord }) => {
  const markField = model.list.mark === undefined ? undefined : fieldNamed(model, model.list.mark);
  if (markField) return <ConfiguredMark field={markField} model={model} record={record} />;
  const field = findPictureField(model);
  const sign = field ? undefined : signField(model);
  if (sign)
    return (
      <span
        className="mark"
        role="img"
        aria-label={findSignLabel(sign, record)}
        style={{ background: 'none' }}
      >
        <RecordSign model={model} record={record} />
      </span>
    );
  if (!field) return renderEntityIcon(model);
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

/** The mark from `list.mark`: the field's first picture, number, or the initials of a name. */
const ConfiguredMark = ({
  field,
  model,
  record,
}: {
  field: FieldModel;
  model: ConsoleEntity;
  record: ListRecord;
}) => {
  const value = record[field.name];
  if (typeof value === 'string' && field.type === 'text')
    return (
      <span className="mark person" aria-hidden>
        {initials(value)}
      </span>
    );
  if (typeof value === 'number') return <span className="mark number">{value}</span>;
  const picture = findFirstPicture([field], record);
  if (!picture) return renderEntityIcon(model);
  return (
    <StoredPicture field={picture.field} address={picture.address} width={240}>
      {(source) =>
        source ? (
          <span className="mark thumb" aria-hidden>
            <img src={source} alt="" loading="lazy" decoding="async" referrerPolicy="no-referrer" />
          </span>
        ) : (
          renderEntityIcon(model)
        )
      }
    </StoredPicture>
  );
};
