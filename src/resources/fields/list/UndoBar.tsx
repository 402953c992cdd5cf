import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useEffect, useRef } from 'react';
import type { ListEditor } from '../../fieldKit/useListEditor.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  padding: '2px 4px 2px 12px',
  fontSize: 13,
  borderRadius: theme.shape.borderRadius,
  background: 'var(--hover)',
}));

const UNDO_MS = 10_000;

/** "Message removed. Undo" */
export function UndoBar({ editor, noun }: { editor: ListEditor; noun: string }) {
  const { removed } = editor;
  const clearRemoved = useRef(editor.clearRemoved);
  clearRemoved.current = editor.clearRemoved;
  useEffect(() => {
    if (!removed) return undefined;
    const timer = setTimeout(() => clearRemoved.current(), UNDO_MS);
    return () => clearTimeout(timer);
  }, [removed]);
  return (
    <div role="status">
      {removed ? (
        <Bar>
          {t('%{item} removed.', { item: noun.charAt(0).toUpperCase() + noun.slice(1) })}
          <Button size="small" onClick={editor.undo}>
            {t('Undo')}
          </Button>
        </Bar>
      ) : null}
    </div>
  );
}
