import { styled } from '@mui/material/styles';
import { use, useId, useState } from 'react';
import { useDataProvider, useGetList, useNotify } from 'react-admin';
import { recordTitle, variantOf } from '../../../../schemas/model/fields.ts';
import type { EntityRecord, FieldModel, Json, JsonObject } from '../../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';
import { useRights } from '../../changes/useRights.ts';
import { type ConsoleEntity, entityByName, entityOfField } from '../../product.ts';
import { RailFieldsContext } from '../../fieldKit/optionalFields.ts';
import { KindDrawing } from '../../fieldKit/KindDrawing.tsx';
import { useFormSession } from '../../fieldKit/useSession.ts';
import { FULL_RECORD_META } from '../../wholeRecord.ts';
import { RecordPicker } from '../reference/RecordPicker.tsx';
import { ItemThumbnail } from './ItemThumbnail.tsx';
import { copyWithoutIds } from '../../fieldKit/useListEditor.ts';
import type { ListViewProps } from '../../fieldKit/editorTypes.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { TEXT } from '../../../theme/text.ts';

const Section = styled('section')({ maxWidth: 760, '& + &': { marginTop: 32 } });
const Heading = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '8px 24px',
  marginBottom: 12,
  '& h2': { margin: 0, ...TEXT.heading, fontWeight: 600 },
  '& > div': { flex: '0 1 248px' },
});
const Tiles = styled('div')({
  display: 'grid',
  gap: 12,
  gridTemplateColumns: 'repeat(auto-fill, minmax(140px, 1fr))',
});
const Tile = styled('button')({
  all: 'unset',
  boxSizing: 'border-box',
  display: 'flex',
  flexDirection: 'column',
  overflow: 'hidden',
  minWidth: 0,
  border: '1px solid var(--frame)',
  borderRadius: 8,
  cursor: 'pointer',
  ...TEXT.caption,
  color: 'var(--ink-3)',
  transition: 'border-color var(--fast, 120ms), background-color var(--fast, 120ms)',
  '& > span:first-of-type': {
    display: 'grid',
    placeItems: 'center',
    height: 88,
    width: '100%',
    background: 'var(--sunken)',
    '& > svg': { height: 56, width: 'auto' },
  },
  '& > span:nth-of-type(2)': { display: 'block', padding: '8px 12px 12px', minWidth: 0 },
  '& b': { display: 'block', ...TEXT.small, fontWeight: 500, color: 'var(--ink)' },
  '& b, & i': { overflow: 'hidden', textOverflow: 'ellipsis' },
  '& i': { display: 'block', fontStyle: 'normal' },
  '&:hover': { borderColor: 'var(--accent)', background: 'var(--hover)' },
  '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: 2 },
  '&[aria-busy=true]': { opacity: 0.6 },
  '&[data-record] b, &[data-record] i': { whiteSpace: 'nowrap' },
});

const MAX_OFFERED_RECORDS = 4;

/** Shown while the list is empty: a tile for each type of item, and existing records to copy from. */
export function EmptyListStarter(props: ListViewProps) {
  const { field, item, noun, listController } = props;
  const kinds = item.variants?.options ?? [];
  const entity = field.options['fromAnother'] === true ? entityOfField(field) : undefined;
  if (kinds.length < 2) return null;
  return (
    <>
      <Section aria-label={t('First %{noun}', { noun })}>
        <Heading>
          <h2>{t('Add the first %{noun}', { noun })}</h2>
        </Heading>
        <Tiles>
          {kinds.map(({ value, title, description, icon }) => (
            <Tile key={value} type="button" onClick={() => listController.add(value)}>
              <span>
                <KindDrawing name={icon ?? value} />
              </span>
              <span>
                <b>{title}</b> <i>{description}</i>
              </span>
            </Tile>
          ))}
        </Tiles>
      </Section>
      {entity === undefined ? null : <StartFromExisting {...props} model={entityByName(entity)} />}
    </>
  );
}

/** Existing records of the entity: their list and the optional fields of the rail are copied into the form. */
function StartFromExisting({ field, item, listController, model }: ListViewProps & { model: ConsoleEntity }) {
  const session = useFormSession();
  const optionalFields = use(RailFieldsContext);
  const provider = useDataProvider<ConsoleDataProvider>();
  const notify = useNotify();
  const { may } = useRights(model);
  const searchId = useId();
  const [copyingId, setCopyingId] = useState<string>();
  const query = useGetList<EntityRecord>(
    model.name,
    { pagination: { page: 1, perPage: MAX_OFFERED_RECORDS }, sort: model.list.sort, filter: {} },
    { enabled: may('read') },
  );
  const records = query.data ?? [];
  if (records.length === 0) return null;
  const copyFrom = async ({ id }: EntityRecord): Promise<void> => {
    setCopyingId(id);
    try {
      const { data } = await provider.getOne<EntityRecord>(model.name, { id, meta: FULL_RECORD_META });
      const source = data as unknown as JsonObject;
      for (const optional of optionalFields)
        copyInto(optional.field, source, (value) => session.setValue([optional.field.name], value));
      copyInto(field, source, (value) => listController.replace(Array.isArray(value) ? value : []));
      listController.setOpen(0);
    } catch (error) {
      setCopyingId(undefined);
      notify(error instanceof Error ? error.message : String(error), { type: 'error' });
    }
  };
  const search = t('Search %{plural}', { plural: model.plural.toLowerCase() });
  const title = t('Start from a %{title}', { title: model.title.toLowerCase() });
  return (
    <Section aria-label={title}>
      <Heading>
        <h2>{title}</h2>
        {query.pageInfo?.hasNextPage || (query.total ?? 0) > records.length ? (
          <div>
            <span id={searchId} hidden>
              {search}
            </span>
            <RecordPicker
              reference={{ entity: model.name, create: false }}
              placeholder={search}
              chosen={[]}
              multiple={false}
              aria={{ id: session.id([`${field.name}-from`]), 'aria-labelledby': searchId }}
              onChoose={([record]) => record && void copyFrom(record)}
            />
          </div>
        ) : null}
      </Heading>
      <Tiles>
        {records.map((record) => {
          const [first] = itemsIn(record, field);
          return (
            <Tile
              key={record.id}
              type="button"
              data-record
              aria-busy={copyingId === record.id}
              onClick={() => void copyFrom(record)}
            >
              <ItemThumbnail item={item} value={first} icon={variantOf(item, first)?.icon} />
              <span>
                <b>{recordTitle(model, record)}</b> <i>{listKinds(item, itemsIn(record, field))}</i>
              </span>
            </Tile>
          );
        })}
      </Tiles>
    </Section>
  );
}

function copyInto(field: FieldModel, from: JsonObject, write: (value: Json) => void): void {
  const value = from[field.name];
  if (value !== undefined && value !== null) write(copyWithoutIds(field, value));
}

const itemsIn = (record: EntityRecord, field: FieldModel): unknown[] => {
  const value: unknown = record[field.name];
  return Array.isArray(value) ? value : [];
};

/** "Text, Carousel" */
const listKinds = (item: FieldModel, items: unknown[]): string =>
  [...new Set(items.flatMap((one) => variantOf(item, one)?.title ?? []))].join(t(', '));
