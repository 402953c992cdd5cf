import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import { useEffect, useId, useState } from 'react';
import type { JsonSchema } from '../../../../../schemas/model/types.ts';
import { ConfirmDialog } from '../../../changes/ConfirmDialog.tsx';
import { type Starter, type StarterSet, findStarters } from '../starters.ts';
import { t } from '../../../../../schemas/texts/translate.ts';
import { TEXT } from '../../../../theme/text.ts';

const Tiles = styled('ul')({
  display: 'grid',
  gap: 12,
  gridTemplateColumns: 'repeat(auto-fill, minmax(112px, 1fr))',
  width: '100%',
  listStyle: 'none',
  margin: '0 0 4px',
  padding: 0,
});
const Tile = styled('button')({
  all: 'unset',
  boxSizing: 'border-box',
  display: 'block',
  width: '100%',
  overflow: 'hidden',
  border: '1px solid var(--frame)',
  borderRadius: 8,
  cursor: 'pointer',
  ...TEXT.small,
  fontWeight: 500,
  color: 'var(--ink)',
  '& > span:last-of-type': { display: 'block', padding: '6px 10px 8px' },
  '&:hover': { borderColor: 'var(--accent)', background: 'var(--hover)' },
  '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: 2 },
});
const DrawingFrame = styled('span')({
  display: 'block',
  height: 96,
  overflow: 'hidden',
  padding: '8px 8px 0',
  background: 'var(--sunken)',
});
const ScaledDrawing = styled('span')({
  display: 'block',
  width: 'max-content',
  margin: '0 auto',
  zoom: 0.4,
});
interface StartersProps {
  content: JsonSchema;
  isEmpty: boolean;
  onChoose: (text: string) => void;
}

/** Example values to start from: tiles while empty, else a menu that confirms before replacing. */
export function Starters({ content, isEmpty, onChoose }: StartersProps) {
  const headingId = useId();
  const [set, setSet] = useState<StarterSet>();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [pendingStarter, setPendingStarter] = useState<Starter>();
  const load = findStarters(String(content['title']));
  useEffect(() => {
    let isShown = true;
    // Starters are optional.
    load?.().then(
      (loaded) => isShown && setSet(loaded),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [load]);
  if (!set) return null;
  const applyStarter = ({ value }: Starter): void => onChoose(JSON.stringify(value, null, 2));
  const { starters, Drawing } = set;
  if (isEmpty) {
    return (
      <>
        <span id={headingId} hidden>
          {t('Start from')}
        </span>
        <Tiles aria-labelledby={headingId}>
          {starters.map((starter) => (
            <li key={starter.title}>
              <Tile type="button" onClick={() => applyStarter(starter)}>
                <DrawingFrame aria-hidden>
                  <ScaledDrawing inert>
                    <Drawing value={starter.value} />
                  </ScaledDrawing>
                </DrawingFrame>
                <span>{starter.title}</span>
              </Tile>
            </li>
          ))}
        </Tiles>
      </>
    );
  }
  return (
    <>
      <Button
        size="small"
        color="inherit"
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('Start from…')}
      </Button>
      <Menu open={anchor !== undefined} anchorEl={anchor} onClose={() => setAnchor(undefined)}>
        {starters.map((starter) => (
          <MenuItem
            key={starter.title}
            onClick={() => {
              setAnchor(undefined);
              setPendingStarter(starter);
            }}
          >
            {starter.title}
          </MenuItem>
        ))}
      </Menu>
      {pendingStarter ? (
        <ConfirmDialog
          title={t('Replace with %{title}?', { title: pendingStarter.title.toLowerCase() })}
          confirmLabel={t('Replace')}
          onClose={() => setPendingStarter(undefined)}
          onConfirm={() => {
            setPendingStarter(undefined);
            applyStarter(pendingStarter);
          }}
        >
          {t('What is written now is replaced. Undo brings it back.')}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
