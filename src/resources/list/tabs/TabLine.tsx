import ExpandMore from '@mui/icons-material/ExpandMore';
import { styled } from '@mui/material/styles';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import { Muted, ScreenReaderText } from '../../fieldKit/parts.tsx';
import { useFittingCount } from './useFittingCount.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const ActionMenu = lazyComponent(() => import('../../actions/ActionMenu.tsx').then((it) => it.ActionMenu));

/** One tab of a list. */
export interface TabItem {
  key: string;
  label: string;
  /** Formatted: `1000+`. */
  count?: string;
  isChosen: boolean;
  /** Path, for another screen. */
  to?: string;
  choose?: () => void;
  /** Opens the tab's menu, on a click on the selected tab. */
  openMenu?: (tab: HTMLElement) => void;
  /** The list differs from the saved view. */
  isChanged?: boolean;
  /** Starts a new group of tabs. */
  startsGroup?: boolean;
}

const button = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  flexShrink: 0,
  minHeight: 40,
  padding: '8px 0',
  border: 0,
  background: 'none',
  font: 'inherit',
  fontSize: 13,
  whiteSpace: 'nowrap',
  textDecoration: 'none',
  color: 'var(--ink-2)',
  cursor: 'pointer',
};

const Line = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 20,
  padding: '0 var(--edge)',
  borderBottom: '1px solid var(--line)',
  '&[data-bare]': { flex: '1 1 360px', minWidth: 0, padding: 0, border: 0, margin: '-7px 12px -7px 0' },
  '&[data-bare] [role=tab]': { minHeight: 47 },
  '& > .others': { ...button, maxWidth: 200, color: 'var(--ink-3)' },
  '& > .others span': { overflow: 'hidden', textOverflow: 'ellipsis' },
  // At least as wide as the count label; otherwise a hidden tab would fit and toggle forever.
  '& > .others span::after': {
    content: 'attr(data-room)',
    display: 'block',
    height: 0,
    visibility: 'hidden',
  },
  '& > .tools': { display: 'flex', alignItems: 'center', gap: 2, marginLeft: 'auto' },
  '& [role=tablist]': {
    position: 'relative',
    display: 'flex',
    gap: 20,
    minWidth: 0,
    overflow: 'hidden',
  },
  '& [role=tab]': button,
  '& [role=tab]:hover, & > .others:hover': { color: 'var(--ink)' },
  '& [aria-selected=true], & > .others[data-chosen]': {
    color: 'var(--ink)',
    fontWeight: 500,
    boxShadow: 'inset 0 -2px var(--accent)',
  },
  '& [role=tab]:focus-visible, & > .others:focus-visible': {
    outline: '2px solid var(--accent)',
    outlineOffset: -2,
  },
  '& [data-apart]': { marginLeft: 21 },
  '& [data-apart]::before': {
    content: '""',
    alignSelf: 'center',
    width: 1,
    height: 16,
    marginLeft: -21,
    marginRight: 14,
    background: 'var(--line)',
  },
  '& svg': { fontSize: 16 },
  '& .dot': { width: 6, height: 6, borderRadius: 3, background: 'var(--accent)' },
});

interface TabLineProps {
  /** Accessible label of the tab list. */
  label: string;
  items: TabItem[];
  /** Rendered after the last tab. */
  end?: ReactNode;
  /** Rendered at the right. */
  tools?: ReactNode;
  /** Inside a bar, which has the edges and the line. */
  isBare?: boolean;
}

/** Tabs in one line; those that do not fit are in a menu at its end. */
export const TabLine = ({ label, items, end, tools, isBare }: TabLineProps) => {
  const { box, fitting } = useFittingCount(items.map((item) => `${item.label} ${item.count}`).join('\n'));
  const [anchor, setAnchor] = useState<HTMLElement>();
  const others = items.slice(fitting);
  const more = t('%{count} more', { count: others.length });
  const hidden = others.find((item) => item.isChosen);
  // One tab is always tabbable.
  const focusableItem = (hidden ? undefined : items.find((item) => item.isChosen)) ?? items[0];
  return (
    <Line data-bare={isBare || undefined}>
      <div ref={box} role="tablist" aria-label={label}>
        {items.map((item, at) => (
          <Tab key={item.key} item={item} isFocusable={item === focusableItem} isHidden={at >= fitting} />
        ))}
      </div>
      {others.length > 0 && (
        <button
          type="button"
          className="others"
          data-chosen={hidden && ''}
          aria-haspopup="menu"
          aria-label={
            hidden
              ? t('%{label}, more tabs', { label: hidden.label })
              : t('%{count} more tabs', { count: others.length })
          }
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <span data-room={more}>{hidden?.label ?? more}</span>
          <ExpandMore aria-hidden />
        </button>
      )}
      {end}
      {tools && <div className="tools">{tools}</div>}
      {anchor && (
        <ActionMenu
          anchor={anchor}
          label={t('More tabs')}
          entries={others.map((item) => ({
            ...{ id: item.key, label: item.label, to: item.to },
            run: item.isChosen ? () => item.openMenu?.(anchor) : item.choose,
          }))}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </Line>
  );
};

const Tab = ({ item, isFocusable, isHidden }: { item: TabItem; isFocusable: boolean; isHidden: boolean }) => {
  const { label, count, isChosen, openMenu } = item;
  const common = {
    role: 'tab',
    'aria-selected': isChosen,
    tabIndex: isFocusable && !isHidden ? 0 : -1,
    style: isHidden ? { visibility: 'hidden' as const } : undefined,
    'data-apart': item.startsGroup || undefined,
    onKeyDown: moveFocus,
  };
  const content = (
    <>
      {label}
      {/* The space separates them for screen readers. */}
      {count !== undefined && ' '}
      {count !== undefined && <Muted>{count}</Muted>}
      {item.isChanged && (
        <>
          {' '}
          <ScreenReaderText>{t('(changed)')}</ScreenReaderText>
          <span className="dot" />
        </>
      )}
      {isChosen && openMenu && <ExpandMore aria-hidden />}
    </>
  );
  if (item.to !== undefined && !isChosen)
    return (
      <Link {...common} to={item.to}>
        {content}
      </Link>
    );
  return (
    <button
      type="button"
      {...common}
      aria-haspopup={isChosen && openMenu ? 'menu' : undefined}
      onClick={(event) => (isChosen ? openMenu?.(event.currentTarget) : item.choose?.())}
    >
      {content}
    </button>
  );
};

/** Arrow keys, Home and End move between the tabs. */
const moveFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const tabs = [
    ...(event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role=tab]') ?? []),
  ].filter((tab) => tab.style.visibility !== 'hidden');
  const at = tabs.findIndex((tab) => tab === event.target);
  const last = tabs.length - 1;
  const next = {
    ArrowRight: at === last ? 0 : at + 1,
    ArrowLeft: at === 0 ? last : at - 1,
    Home: 0,
    End: last,
  }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  tabs[next]?.focus();
};
