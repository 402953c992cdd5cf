import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import { styled, useTheme } from '@mui/material/styles';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useId, useRef, useState } from 'react';
import { MENU_SIZES, PATTERNS, type Pattern } from '../../../../schemas/richMenus/patterns.ts';
import { toLetters } from '../../../resources/fieldKit/toLetters.ts';
import { encodeWithinBytes } from '../fit.ts';
import { encodeCanvas, MAX_IMAGE_BYTES } from '../encodeCanvas.ts';
import { MenuCanvas } from '../MenuCanvas.tsx';
import { RadioButtons } from '../RadioButtons.tsx';
import { type AreaDrawing, BACKGROUNDS, type MenuDrawing } from './drawing.ts';
import { loadFontFor } from './drawMenu.ts';
import { ICONS } from './icons.tsx';
import { renderPicture } from './renderPicture.ts';
import { isBlankDrawing, applyStarter, STARTERS } from './starters.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { TEXT } from '../../../theme/text.ts';

/** Largest length of a label, which is still readable on a phone. */
const MAX_LABEL_LENGTH = 40;
/** Scale of the preview, compared with the picture. */
const PREVIEW_SCALE = 0.25;
const NO_ICON = t('No icon');
const DRAW_ERROR = t('The picture cannot be drawn in this browser');

const Zones = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 24,
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'minmax(0, 640px) 320px' },
}));
const Chosen = styled('div')({
  display: 'grid',
  gap: 16,
  alignContent: 'start',
  minWidth: 0,
  '& h3': { margin: 0, ...TEXT.body, fontWeight: 600 },
  '& h4': { margin: '0 0 6px', ...TEXT.small, fontWeight: 500 },
});
const Icons = styled(RadioButtons)({
  gap: 4,
  '& button': { width: 36, height: 36 },
  '& button:hover': { background: 'var(--hover)' },
  '& .none': { fontSize: 12 },
  '@media (pointer: coarse)': { '& button': { width: 44, height: 44 } },
});
const Swatch = styled('span')({
  display: 'block',
  width: 28,
  height: 28,
  borderRadius: 4,
  boxShadow: 'inset 0 0 0 1px var(--field)',
});
const Own = styled('label')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  marginTop: 8,
  fontSize: 13,
  '& input': { width: 44, height: 28, padding: 0, border: 0, background: 'none' },
});
const StartFrom = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  marginTop: 12,
  fontSize: 13,
  color: 'var(--ink-2)',
});
const IconSource = styled('div')({ display: 'none' });
const Fault = styled('p')({ margin: '8px 0 0', fontSize: 13, color: 'var(--danger)' });

interface DrawMenuDialogProps {
  pattern: Pattern;
  drawing: MenuDrawing;
  onChange: (drawing: MenuDrawing) => void;
  /** Called with the picture, in the exact size. */
  onMade: (file: File) => void;
  onClose: () => void;
}

/** Dialog that draws a menu's picture without a designer: a background, an icon and a text for each area. */
export function DrawMenuDialog({ pattern, drawing, onChange, onMade, onClose }: DrawMenuDialogProps) {
  const id = useId();
  const small = useMediaQuery(useTheme().breakpoints.down('md'));
  const iconSource = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(0);
  const [preview, setPreview] = useState<string>();
  const [fault, setFault] = useState<string>();
  const { size, areas } = PATTERNS[pattern];
  const { width, height } = MENU_SIZES[size];
  const area = drawing.areas[chosen] ?? drawing.areas[0];
  const text = drawing.areas.map(({ label }) => label).join('');

  useEffect(() => {
    let isUnmounted = false;
    const show = (): void => {
      if (isUnmounted) return;
      setFault(undefined);
      setPreview(
        renderPicture({ pattern, drawing, iconSource: iconSource.current }, PREVIEW_SCALE).toDataURL(),
      );
    };
    // If the font cannot be loaded, another one is used.
    loadFontFor(text)
      .catch(() => undefined)
      .then(show)
      .catch(() => setFault(DRAW_ERROR));
    return () => {
      isUnmounted = true;
    };
  }, [drawing, pattern, text]);

  const change = (values: Partial<AreaDrawing>): void =>
    onChange({
      ...drawing,
      areas: drawing.areas.map((one, index) => (index === chosen ? { ...one, ...values } : one)),
    });
  const use = async (): Promise<void> => {
    await loadFontFor(text).catch(() => undefined);
    const canvas = renderPicture({ pattern, drawing, iconSource: iconSource.current });
    const png = await encodeCanvas(canvas, 'image/png');
    if (png.size <= MAX_IMAGE_BYTES) return onMade(new File([png], 'menu.png', { type: 'image/png' }));
    const jpeg = await encodeWithinBytes(
      (quality) => encodeCanvas(canvas, 'image/jpeg', quality),
      MAX_IMAGE_BYTES,
    );
    if (jpeg) return onMade(new File([jpeg], 'menu.jpg', { type: 'image/jpeg' }));
    return setFault(t('File too large (1 MB)'));
  };
  if (!area) return null;
  const letter = toLetters(chosen);
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth={false}
      fullWidth
      fullScreen={small}
      aria-labelledby={id}
      slotProps={{ paper: { sx: small ? undefined : { maxWidth: 1032 } } }}
    >
      <DialogTitle id={id}>{t('Make an image')}</DialogTitle>
      <DialogContent>
        <Zones>
          <div>
            <MenuCanvas
              size={{ width, height }}
              source={preview}
              areas={areas}
              names={drawing.areas.map((one) => one.label || one.icon || t('background alone'))}
              faulty={[]}
              chosen={chosen}
              isClear
              onChoose={setChosen}
            />
            {isBlankDrawing(drawing) ? (
              <StartFrom role="group" aria-label={t('Start from an example')}>
                {t('Start from an example')}
                {STARTERS.map(({ title, areas: said }) => (
                  <Button
                    key={title}
                    size="small"
                    variant="outlined"
                    onClick={() => onChange(applyStarter(drawing, said))}
                  >
                    {title}
                  </Button>
                ))}
              </StartFrom>
            ) : null}
            <FormControlLabel
              sx={{ mt: 1, ml: 0 }}
              control={
                <Switch checked={drawing.lined} onChange={(_, lined) => onChange({ ...drawing, lined })} />
              }
              label={t('White lines between the areas')}
            />
          </div>
          <Chosen>
            <h3>{t('Area %{letter}', { letter })}</h3>
            <TextField
              key={chosen}
              label={t('Text')}
              size="small"
              value={area.label}
              slotProps={{ htmlInput: { maxLength: MAX_LABEL_LENGTH } }}
              onChange={({ target }) => change({ label: target.value })}
            />
            <div>
              <h4>{t('Icon')}</h4>
              <Icons
                label={t('Icon of area %{letter}', { letter })}
                value={area.icon ?? NO_ICON}
                options={[
                  { value: NO_ICON, label: NO_ICON, content: <span className="none">{t('None')}</span> },
                  ...Object.entries(ICONS).map(([name, Icon]) => ({
                    value: name,
                    label: name,
                    content: <Icon fontSize="small" />,
                  })),
                ]}
                onChange={(icon) => change({ icon: icon === NO_ICON ? undefined : icon })}
              />
            </div>
            <div>
              <h4>{t('Background')}</h4>
              <RadioButtons
                label={t('Background of area %{letter}', { letter })}
                value={area.ground}
                options={BACKGROUNDS.map(([name, colour]) => ({
                  value: colour,
                  label: name,
                  content: <Swatch style={{ background: colour }} />,
                }))}
                onChange={(ground) => change({ ground })}
              />
              <Own>
                <input
                  type="color"
                  value={area.ground}
                  onChange={({ target }) => change({ ground: target.value })}
                />
                {t('Custom colour')}
              </Own>
            </div>
            {drawing.areas.length > 1 ? (
              <Button
                size="small"
                variant="outlined"
                sx={{ justifySelf: 'start' }}
                onClick={() =>
                  onChange({
                    ...drawing,
                    areas: drawing.areas.map((one) => ({ ...one, ground: area.ground })),
                  })
                }
              >
                {t('Same background for all areas')}
              </Button>
            ) : null}
          </Chosen>
        </Zones>
        <IconSource ref={iconSource}>
          {Object.entries(ICONS).map(([name, Icon]) => (
            <span key={name} data-icon={name}>
              <Icon />
            </span>
          ))}
        </IconSource>
        {fault === undefined ? null : <Fault role="alert">{fault}</Fault>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('Close')}</Button>
        <Button variant="contained" onClick={() => void use().catch(() => setFault(DRAW_ERROR))}>
          {t('Use image')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
