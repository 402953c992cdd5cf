import { type ComponentType, Fragment } from 'react';
import { variantOf } from '../../../../schemas/model/fields.ts';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import { Sentence } from '../../fieldKit/Sentence.tsx';
import type { CellProps, FieldValue } from '../../fieldKit/types.ts';
import { findGroupList } from './leaves.ts';
import { t } from '../../../../schemas/texts/translate.ts';

interface ReadableConditionsProps extends CellProps {
  /** Renders a nested value by its field type. */
  Value: ComponentType<CellProps>;
}

const readProperty = (value: FieldValue, name: string): FieldValue =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? value[name] : undefined;

/** Conditions as a sentence: "Tag is any of vip, and (last seen in the last 90 days, or clicked template is sale)". */
export const ReadableConditions = ({ field, value, Value }: ReadableConditionsProps) => (
  <ConditionGroup
    fields={field.fields ?? []}
    value={value}
    Value={Value}
    none={[t('Everybody'), t('Nobody')]}
    capital
  />
);

interface ConditionGroupProps {
  fields: FieldModel[];
  value: FieldValue;
  Value: ReadableConditionsProps['Value'];
  /** Texts for no conditions, by match mode. */
  none: [all: string, any: string];
  capital?: boolean;
}

function ConditionGroup({ fields, value, Value, none, capital }: ConditionGroupProps) {
  const list = findGroupList({ fields });
  const match = fields.find(({ type }) => type === 'enum');
  const isAny = match !== undefined && readProperty(value, match.name) === 'any';
  const held = list ? readProperty(value, list.name) : undefined;
  const items = Array.isArray(held) ? held : [];
  if (!list?.item || items.length === 0) return <>{none[isAny ? 1 : 0]}</>;
  const { item } = list;
  return (
    <>
      {items.map((one, index) => (
        <Fragment key={index}>
          {index > 0 && (isAny ? t(', or ') : t(', and '))}
          <Condition item={item} value={one} Value={Value} capital={capital && index === 0} />
        </Fragment>
      ))}
    </>
  );
}

interface ConditionProps extends Pick<ConditionGroupProps, 'value' | 'Value' | 'capital'> {
  item: FieldModel;
}

function Condition({ item, value, Value, capital }: ConditionProps) {
  const variant = variantOf(item, value);
  if (!variant) return null;
  if (findGroupList(variant))
    return (
      <>
        (
        {
          <ConditionGroup
            fields={variant.fields}
            value={value}
            Value={Value}
            none={['anything', 'nothing']}
          />
        }
        )
      </>
    );
  return variant.sentence === undefined ? (
    <>{capital ? variant.title : variant.title.toLowerCase()}</>
  ) : (
    <Sentence sentence={variant.sentence} fields={variant.fields} {...{ value, Value, capital }} />
  );
}
