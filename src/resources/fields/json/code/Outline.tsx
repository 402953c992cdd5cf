import ChevronIcon from '@mui/icons-material/ChevronRight';
import { styled } from '@mui/material/styles';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { OutlineNode } from './outline.ts';
import { t } from '../../../../../schemas/texts/translate.ts';

const Tree = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 4,
  maxHeight: 482,
  boxSizing: 'border-box',
  overflow: 'auto',
  border: '1px solid var(--line)',
  borderRadius: 6,
  background: 'var(--sunken)',
  fontSize: 12,
  lineHeight: '20px',
  '@container (max-width: 599.95px)': { maxHeight: 132 },
});
const Row = styled('li')({
  display: 'flex',
  alignItems: 'center',
  minHeight: 26,
  borderRadius: 4,
  paddingRight: 6,
  cursor: 'pointer',
  whiteSpace: 'nowrap',
  '&:hover': { background: 'var(--hover)' },
  '&[aria-selected=true]': { background: 'var(--accent-soft)' },
  '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: -2 },
  '& > svg': { flex: 'none', width: 18, height: 18, color: 'var(--ink-3)' },
  '&[aria-expanded=true] > svg': { transform: 'rotate(90deg)' },
  '& > b': { fontWeight: 500, color: 'var(--ink)' },
  '& > i': {
    fontStyle: 'normal',
    marginLeft: 6,
    minWidth: 0,
    color: 'var(--ink-3)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
});
/** Room for a missing chevron. */
const NoChevron = styled('span')({ flex: 'none', width: 18 });

interface OutlineProps {
  nodes: OutlineNode[];
  /** Pointer of the node at the cursor. */
  current: string | undefined;
  onChoose: (node: OutlineNode) => void;
}

/** The outline of a value as a tree: arrow keys move, Enter and click select the node's lines. */
export function Outline({ nodes, current, onChoose }: OutlineProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [focused, setFocused] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  const shown = findVisible(nodes, closed);
  // A collapsed node stands for its children.
  const currentNode = shown.findLast(
    ({ pointer }) => current === pointer || current?.startsWith(`${pointer}/`),
  );
  const focusableNode = shown.find(({ pointer }) => pointer === focused) ?? currentNode ?? shown[0];
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>('[aria-selected=true]');
    const box = list.current;
    if (!row || !box) return;
    const top = row.offsetTop - box.offsetTop;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + row.offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = top + row.offsetHeight - box.clientHeight;
  }, [currentNode?.pointer]);

  const toggle = (pointer: string, close: boolean): void =>
    setClosed((before) => {
      const after = new Set(before);
      if (close) after.add(pointer);
      else after.delete(pointer);
      return after;
    });
  const focus = (node: OutlineNode | undefined): void => {
    if (!node) return;
    setFocused(node.pointer);
    list.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[shown.indexOf(node)]?.focus();
  };
  const onKey = (event: KeyboardEvent, node: OutlineNode): void => {
    const at = shown.indexOf(node);
    const isOpen = node.hasChildren && !closed.has(node.pointer);
    switch (event.key) {
      case 'ArrowDown':
        focus(shown[at + 1]);
        break;
      case 'ArrowUp':
        focus(shown[at - 1]);
        break;
      case 'Home':
        focus(shown[0]);
        break;
      case 'End':
        focus(shown.at(-1));
        break;
      case 'ArrowRight':
        if (isOpen) focus(shown[at + 1]);
        else if (node.hasChildren) toggle(node.pointer, false);
        break;
      case 'ArrowLeft':
        if (isOpen) toggle(node.pointer, true);
        else focus(shown.slice(0, at).findLast(({ level }) => level < node.level));
        break;
      case 'Enter':
      case ' ':
        onChoose(node);
        break;
      default:
        return;
    }
    event.preventDefault();
  };
  return (
    <Tree ref={list} role="tree" aria-label={t('Outline')}>
      {shown.map((node) => {
        const { pointer, level, name, label, hasChildren } = node;
        return (
          <Row
            key={pointer}
            role="treeitem"
            aria-level={level}
            aria-selected={node === currentNode}
            aria-expanded={hasChildren ? !closed.has(pointer) : undefined}
            tabIndex={node === focusableNode ? 0 : -1}
            style={{ paddingLeft: (level - 1) * 12 }}
            onFocus={() => setFocused(pointer)}
            onKeyDown={(event) => onKey(event, node)}
            onClick={() => onChoose(node)}
          >
            {hasChildren ? (
              <ChevronIcon
                aria-hidden
                onClick={(event) => {
                  event.stopPropagation();
                  toggle(pointer, !closed.has(pointer));
                }}
              />
            ) : (
              <NoChevron />
            )}
            <b>{name}</b> {label === '' ? null : <i>{label}</i>}
          </Row>
        );
      })}
    </Tree>
  );
}

/** Nodes without a collapsed parent. */
function findVisible(nodes: OutlineNode[], closed: ReadonlySet<string>): OutlineNode[] {
  let hidden = Infinity;
  return nodes.filter(({ pointer, level }) => {
    if (level > hidden) return false;
    hidden = closed.has(pointer) ? level : Infinity;
    return true;
  });
}
