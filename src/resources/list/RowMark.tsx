import type { ReactNode } from 'react';
import type { FieldModel } from '../../../schemas/model/types.ts';
import { recordTitle } from '../../../schemas/model/fields.ts';
import { initials } from '../../ui/initials.ts';
import { firstPicture } from '../fields/shared/firstPicture.ts';
import { RecordSign, signField } from '../fields/shared/RecordSign.tsx';
import { StoredPicture } from '../fields/shared/StoredPicture.tsx';
import type { ListRecord } from '../fieldKit/types.ts';
import { Icon } from '../menu/icons.tsx';
import { type ConsoleEntity, entityByName } from '../product.ts';
import { fieldNamed } from '../columns.ts';

/** The field that shows what a record looks like, drawn round. */
export const pictureField = (model: ConsoleEntity): FieldModel | undefined =>
  model.fields.find(({ display }) => display === 'avatar');

/** Whether what stands before a name says something of the record, not of its kind alone. */
export const hasMark = (model: ConsoleEntity): boolean =>
  (model.list.mark ?? model.list.picture ?? pictureField(model)) !== undefined;

/** Whether rows begin with the name: the sign of their kind alone would be the same in each. */
export const isBare = (model: ConsoleEntity): boolean =>
  !hasMark(model) && !signField(model) && model.ordered === undefined;

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

/** The sign of an entity's menu entry, or of the one that its list is a tab of. */
const kindSign = (model: ConsoleEntity): ReactNode => {
  const { menu } = model.tabOf === undefined ? model : entityByName(model.tabOf);
  return signOf(menu ? menu.icon : 'circle');
};

/** What a sign stands for, for those who do not see it. */
const signLabel = ({ name, choices }: FieldModel, record: ListRecord): string | undefined =>
  choices?.find(({ value }) => value === record[name])?.label;

/** What stands before a record's name: the person's picture or initials, else the sign of its kind. */
export const RowMark = ({ model, record }: { model: ConsoleEntity; record: ListRecord }) => {
  const stated = model.list.mark === undefined ? undefined : fieldNamed(model, model.list.mark);
  if (stated) return <StatedMark field={stated} model={model} record={record} />;
  const field = pictureField(model);
  const sign = field ? undefined : signField(model);
  if (sign)
    return (
      <span className="mark" role="img" aria-label={signLabel(sign, record)} style={{ background: 'none' }}>
        <RecordSign model={model} record={record} />
      </span>
    );
  if (!field) return kindSign(model);
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

/** What the schema says: the first picture in a field, a number, or the initials of the person that it names. */
const StatedMark = ({
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
  const picture = firstPicture([field], record);
  if (!picture) return kindSign(model);
  return (
    <StoredPicture field={picture.field} address={picture.address} width={240}>
      {(source) =>
        source ? (
          <span className="mark thumb" aria-hidden>
            <img src={source} alt="" loading="lazy" decoding="async" referrerPolicy="no-referrer" />
          </span>
        ) : (
          kindSign(model)
        )
      }
    </StoredPicture>
  );
};
