import AddIcon from '@mui/icons-material/Add';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { fieldAt } from '../../../../../schemas/model/fields.ts';
import type { ListViewProps } from '../../editorTypes.ts';
import { StoredPicture } from '../../shared/StoredPicture.tsx';
import { pointerOf } from '../../../form/session.ts';
import { useFormSession, useSessionValue } from '../../../form/useSession.ts';
import { ItemButtons } from '../ItemButtons.tsx';
import { templateParts } from '../summarizeItem.ts';
import { AreaCanvas } from './AreaCanvas.tsx';
import { findFreePlace, letterOf, overlappingPairs, pictureSizeOf, type Rect, rectOf } from './geometry.ts';

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 24,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('xl')]: { gridTemplateColumns: 'minmax(0, 416px) minmax(240px, 1fr)' },
}));
const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  fontSize: 14,
  fontWeight: 600,
  marginBottom: 12,
  '& > span:first-of-type': { flex: 1 },
});
const Help = styled('p')({ margin: '8px 0 0', fontSize: 12, lineHeight: '18px', color: 'var(--ink-3)' });

/** Areas on the picture of a field beside the list, with the chosen one's fields beside it. */
export default function AreasView(props: ListViewProps) {
  const { field, item, items, editor, noun, path, pointer, state, renderItem } = props;
  const session = useFormSession();
  const { picture: named } = field.options;
  const picture = pictureSizeOf(field.options);
  const around = path.slice(0, -1);
  const address = useSessionValue(() => String(session.read([...around, String(named)]) ?? ''));
  const shownBy = fieldAt(session.settings.fields, pointerOf([...around, String(named)]), session.data);
  const faults = useSessionValue(({ errors }) => Object.keys(errors).join('\n')).split('\n');
  const areas = items.map(rectOf);
  const chosen = editor.open === undefined ? undefined : Math.min(editor.open, items.length - 1);
  const place = (index: number, rect: Rect): void =>
    session.write([...path, index], { ...(session.read([...path, index]) as object), ...rect });
  const add = (rect: Rect): void => {
    editor.add();
    place(items.length, rect);
  };
  const isFull = state.maxItems !== undefined && items.length >= state.maxItems;
  const canvas = (source: string | undefined) => (
    <AreaCanvas
      label={`${field.title} on the picture`}
      source={source}
      picture={picture}
      areas={areas}
      names={items.map((one) => templateParts(item, one, field.options['summary']).join(' · '))}
      faulty={items.flatMap((_, index) =>
        faults.some((at) => at.startsWith(`${pointer}/${index}`)) ? [index] : [],
      )}
      chosen={chosen}
      readOnly={state.readOnly}
      onChoose={(index) => {
        if (index !== chosen) editor.setOpen(index);
      }}
      onChange={place}
      onDrawn={(rect) => {
        if (!isFull) add(rect);
      }}
      onRemove={(index) => editor.remove(index)}
    />
  );
  return (
    <Columns>
      <div>
        {shownBy && address !== '' ? (
          <StoredPicture field={shownBy} address={address} width={1040}>
            {canvas}
          </StoredPicture>
        ) : (
          canvas(undefined)
        )}
        {state.readOnly ? null : (
          <>
            <Button
              size="small"
              variant="outlined"
              startIcon={<AddIcon />}
              disabled={isFull}
              onClick={() => add(findFreePlace(areas, picture))}
              sx={{ mt: 1.5 }}
            >
              {`Add ${noun}`}
            </Button>
            <Help>
              Draw on the picture. Arrow keys move an {noun} by 10, with Shift they resize it, with Alt by 1.
            </Help>
          </>
        )}
        <Overlaps areas={areas} />
      </div>
      {chosen === undefined || chosen < 0 ? null : (
        <div>
          <Head>
            <span>{`${item.title} ${letterOf(chosen)}`}</span>
            <ItemButtons {...{ editor, noun, items, state }} index={chosen} />
          </Head>
          {renderItem(chosen)}
        </div>
      )}
    </Columns>
  );
}

/** Areas over each other: only one of them is tapped. */
function Overlaps({ areas }: { areas: Rect[] }) {
  const pairs = overlappingPairs(areas);
  if (pairs.length === 0) return null;
  const said = pairs.slice(0, 3).map(([a, b]) => `${letterOf(a)} and ${letterOf(b)}`);
  return (
    <Alert severity="warning" role="status" sx={{ mt: 1.5 }}>
      {`Areas ${said.join(', ')} overlap: a tap there reaches one of them.`}
    </Alert>
  );
}
