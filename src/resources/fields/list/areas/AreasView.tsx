import AddIcon from '@mui/icons-material/Add';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useId } from 'react';
import { fieldAt } from '../../../../../schemas/model/fields.ts';
import type { ListViewProps } from '../../../fieldKit/editorTypes.ts';
import { StoredPicture } from '../../shared/StoredPicture.tsx';
import { Counter } from '../../../fieldKit/Counter.tsx';
import { COMPACT_MESSAGES } from '../../../fieldKit/messageStyles.ts';
import { pointerOf } from '../../../fieldKit/pointers.ts';
import { useFormSession, useSessionValue } from '../../../fieldKit/useSession.ts';
import { ItemButtons } from '../ItemButtons.tsx';
import { templateParts } from '../summarizeItem.ts';
import { AreaCanvas } from './AreaCanvas.tsx';
import { findFreePlace, overlappingPairs, pictureSizeOf, type Rect, toRect } from './geometry.ts';
import { toLetters } from '../../../fieldKit/toLetters.ts';
import { t } from '../../../../../schemas/texts/translate.ts';
import { TEXT } from '../../../../theme/text.ts';

/** Wide enough for a picture to draw on and for two numbers side by side. */
const TWO_COLUMNS = '@container (min-width: 460px)';
const Room = styled('div')({ containerType: 'inline-size', minWidth: 0 });
const Columns = styled('div')({
  display: 'grid',
  gap: 24,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  [TWO_COLUMNS]: { gridTemplateColumns: 'minmax(0, 416px) minmax(224px, 1fr)' },
});
/** Aligns the list's title with the chosen area's. */
const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  fontSize: 14,
  fontWeight: 600,
  minHeight: 34,
  marginBottom: 4,
  '& > :first-of-type': { flex: 1 },
});
const Title = styled('span')({ fontSize: 13, lineHeight: '18px', fontWeight: 500 });
/** Compact beside the picture, so that all of an area is in view; a type's description is in its menu. */
const Chosen = styled('div')({
  minWidth: 0,
  [TWO_COLUMNS]: {
    ...COMPACT_MESSAGES,
    '& [data-about]': { display: 'none' },
    '& [data-object]': { rowGap: 12 },
  },
});
const PictureMissing = styled('p')({
  margin: 0,
  padding: '14px 16px',
  border: '1px dashed var(--field)',
  borderRadius: 8,
  background: 'var(--sunken)',
  color: 'var(--ink-2)',
  ...TEXT.small,
});
const Help = styled('p')({ margin: '8px 0 0', ...TEXT.caption, color: 'var(--ink-3)' });

/** Areas on the picture of a sibling field, with the fields of the chosen area beside it. */
export default function AreasView(props: ListViewProps) {
  const { field, item, items, listController, noun, path, pointer, fieldState, renderItem } = props;
  const session = useFormSession();
  const headingId = useId();
  const { picture: pictureName } = field.options;
  const picture = pictureSizeOf(field.options);
  const parentPath = path.slice(0, -1);
  const address = useSessionValue(() => String(session.read([...parentPath, String(pictureName)]) ?? ''));
  const pictureField = fieldAt(
    session.settings.fields,
    pointerOf([...parentPath, String(pictureName)]),
    session.data,
  );
  const errorPointers = useSessionValue(({ errors }) => Object.keys(errors).join('\n')).split('\n');
  const areas = items.map(toRect);
  const chosen =
    listController.open === undefined ? undefined : Math.min(listController.open, items.length - 1);
  const setRect = (index: number, rect: Rect): void =>
    session.setValue([...path, index], { ...(session.read([...path, index]) as object), ...rect });
  const add = (rect: Rect): void => {
    listController.add();
    setRect(items.length, rect);
  };
  const isFull = fieldState.maxItems !== undefined && items.length >= fieldState.maxItems;
  const isWaitingForPicture = address === '' && items.length === 0 && !fieldState.readOnly;
  const renderCanvas = (source: string | undefined) => (
    <AreaCanvas
      label={t('%{title} on the picture', { title: field.title })}
      pictureUrl={source}
      picture={picture}
      areas={areas}
      actionNames={items.map((one) => templateParts(item, one, field.options['summary']).join(' · '))}
      invalidIndexes={items.flatMap((_, index) =>
        errorPointers.some((at) => at.startsWith(`${pointer}/${index}`)) ? [index] : [],
      )}
      chosen={chosen}
      readOnly={fieldState.readOnly}
      onChoose={(index) => {
        if (index !== chosen) listController.setOpen(index);
      }}
      onChange={setRect}
      onDrawn={(rect) => {
        if (!isFull) add(rect);
      }}
      onRemove={(index) => listController.remove(index)}
    />
  );
  return (
    <Room>
      <Columns>
        <div>
          <Head aria-hidden>
            <Title>{field.title}</Title>
            <Counter used={items.length} limit={fieldState.maxItems} />
          </Head>
          {isWaitingForPicture ? (
            <PictureMissing>{t('Add the picture above, then draw the areas on it.')}</PictureMissing>
          ) : pictureField && address !== '' ? (
            <StoredPicture field={pictureField} address={address} width={1040}>
              {renderCanvas}
            </StoredPicture>
          ) : (
            renderCanvas(undefined)
          )}
          {fieldState.readOnly || isWaitingForPicture ? null : (
            <>
              <div data-add>
                <Button
                  size="small"
                  variant="outlined"
                  startIcon={<AddIcon />}
                  disabled={isFull}
                  onClick={() => add(findFreePlace(areas, picture))}
                  sx={{ mt: 1.5 }}
                >
                  {t('Add %{noun}', { noun })}
                </Button>
              </div>
              <Help>
                {t(
                  'Draw on the picture. Arrow keys move an %{noun} by 10, with Shift they resize it, with Alt by 1.',
                  { noun },
                )}
              </Help>
            </>
          )}
          <Overlaps areas={areas} />
        </div>
        {chosen === undefined || chosen < 0 ? null : (
          <Chosen role="group" aria-labelledby={headingId}>
            <Head>
              <span id={headingId}>{`${item.title} ${toLetters(chosen)}`}</span>
              <ItemButtons {...{ listController, noun, items, fieldState }} index={chosen} />
            </Head>
            {renderItem(chosen)}
          </Chosen>
        )}
      </Columns>
    </Room>
  );
}

/** Warns of overlapping areas: a tap reaches only one of them. */
function Overlaps({ areas }: { areas: Rect[] }) {
  const pairs = overlappingPairs(areas);
  if (pairs.length === 0) return null;
  const pairNames = pairs
    .slice(0, 3)
    .map(([a, b]) => t('%{a} and %{b}', { a: toLetters(a), b: toLetters(b) }));
  return (
    <Alert severity="warning" role="status" sx={{ mt: 1.5 }}>
      {t('Areas %{said} overlap: a tap there reaches one of them.', { said: pairNames.join(t(', ')) })}
    </Alert>
  );
}
