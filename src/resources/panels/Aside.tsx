import Close from '@mui/icons-material/Close';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { type PointerEvent, useId, useRef } from 'react';
import type { PanelModel } from '../../../schemas/model/types.ts';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { Panel } from './Panel.tsx';
import { ASIDE_WIDTH_PX, GUIDE_PREFIX, getAsideGroup, useAside } from './useAside.ts';
import { t } from '../../../schemas/texts/translate.ts';

const GuidePage = lazyComponent(() => import('../guide/GuidePage.tsx').then((it) => it.GuidePage), {
  inPlace: true,
});

const Column = styled('aside')(({ theme }) => ({
  position: 'relative',
  flexShrink: 0,
  display: 'flex',
  boxSizing: 'border-box',
  borderLeft: '1px solid var(--line)',
  backgroundColor: 'var(--sheet)',
  // Overlays screens that have no room for it.
  '&[data-over]': {
    position: 'absolute',
    zIndex: theme.zIndex.drawer,
    inset: '0 0 0 auto',
    maxWidth: '100%',
    boxShadow: theme.shadows[8],
  },
}));
const Handle = styled('div')({
  position: 'absolute',
  zIndex: 1,
  left: -5,
  top: 0,
  bottom: 0,
  width: 9,
  cursor: 'col-resize',
  touchAction: 'none',
  '&::after': {
    content: '""',
    position: 'absolute',
    inset: '0 3px',
    transition: 'background-color 120ms',
  },
  '&:hover::after, &:focus-visible::after': {
    backgroundColor: 'var(--accent)',
  },
  '&:focus-visible': { outline: 'none' },
});
const Body = styled('div')({ flex: 1, minWidth: 0, minHeight: 0, display: 'flex', flexDirection: 'column' });
const Head = styled('header')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 48,
  padding: '0 8px 0 16px',
  borderBottom: '1px solid var(--line)',
  '& h2': { flex: 1, margin: 0, fontSize: 14, lineHeight: '20px', fontWeight: 600 },
});
const Content = styled('div')({ flex: 1, minHeight: 0, overflow: 'auto', padding: 16 });

/** Step of resizing by arrow keys. */
const RESIZE_STEP_PX = 24;

interface AsideProps {
  aside: PanelModel;
  /** The panel is at the side; otherwise it is a bottom drawer. */
  wide: boolean;
}

/** Esc in an input does not close the panel. */
const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);

/** Focuses the visible button that opens the panel. */
const focusOpener = (panel: string): void => {
  const openers = document.querySelectorAll<HTMLElement>(`[data-opens-aside~="${getAsideGroup(panel)}"]`);
  for (const opener of openers) {
    opener.focus();
    // Hidden elements cannot be focused.
    if (document.activeElement === opener) return;
  }
};

/** The panel that stays open beside the screens of a product. */
export const Aside = ({ aside, wide }: AsideProps) => {
  const { width, isBeside, show, close: closeAside, setWidth } = useAside();
  const close = (): void => {
    closeAside();
    focusOpener(aside.panel);
  };
  const guide = aside.panel.startsWith(GUIDE_PREFIX) ? aside.panel.slice(GUIDE_PREFIX.length) : undefined;
  const id = useId();
  const content = (
    <Body>
      <Head>
        <h2 id={id}>{aside.label}</h2>
        <IconButton size="small" aria-label={t('Close %{label}', { label: aside.label })} onClick={close}>
          <Close fontSize="small" />
        </IconButton>
      </Head>
      {/* Makes text scrollable by keyboard. */}
      <Content tabIndex={guide === undefined ? undefined : 0}>
        {guide === undefined ? (
          <Panel name={aside.panel} />
        ) : (
          <GuidePage name={guide} onOpen={(name) => show(GUIDE_PREFIX + name)} />
        )}
      </Content>
    </Body>
  );
  if (!wide) {
    return (
      <Drawer
        anchor="bottom"
        open
        onClose={close}
        slotProps={{ paper: { 'aria-labelledby': id, sx: { height: '75dvh', display: 'flex' } } }}
      >
        {content}
      </Drawer>
    );
  }
  return (
    <Column
      aria-labelledby={id}
      data-over={!isBeside || undefined}
      style={{ width }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || isTyping(event.target)) return;
        event.preventDefault();
        close();
      }}
    >
      <ResizeHandle
        width={width}
        onResize={setWidth}
        label={t('Width of %{label}', { label: aside.label })}
      />
      {content}
    </Column>
  );
};

interface ResizeHandleProps {
  width: number;
  onResize: (width: number) => void;
  label: string;
}

/**
 * Resizes the panel by pointer or arrow keys; Home and End set the maximum and minimum width, a double click the
 * default.
 */
const ResizeHandle = ({ width, onResize, label }: ResizeHandleProps) => {
  const start = useRef<{ x: number; width: number } | undefined>(undefined);
  const end = (): void => {
    start.current = undefined;
  };
  return (
    <Handle
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={ASIDE_WIDTH_PX.min}
      aria-valuemax={ASIDE_WIDTH_PX.max}
      aria-valuenow={width}
      onDoubleClick={() => onResize(ASIDE_WIDTH_PX.normal)}
      onPointerDown={(event: PointerEvent<HTMLElement>) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width };
      }}
      onPointerMove={(event) => {
        if (start.current) onResize(start.current.width + start.current.x - event.clientX);
      }}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={(event) => {
        const next = {
          ArrowLeft: width + RESIZE_STEP_PX,
          ArrowRight: width - RESIZE_STEP_PX,
          Home: ASIDE_WIDTH_PX.max,
          End: ASIDE_WIDTH_PX.min,
        }[event.key];
        if (next === undefined) return;
        event.preventDefault();
        onResize(next);
      }}
    />
  );
};
