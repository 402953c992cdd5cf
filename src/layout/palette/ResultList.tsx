import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import { Icon } from '../../resources/menu/icons.tsx';
import type { Result, ResultGroup } from './results.ts';
import { t } from '../../../schemas/texts/translate.ts';

interface ResultListProps {
  id: string;
  groups: ResultGroup[];
  active?: Result;
  onChoose: (path: string) => void;
  onPoint: (result: Result) => void;
}

/** The results under their headings; the focus stays in the input, which references the active one. */
export const ResultList = ({ id, groups, active, onChoose, onPoint }: ResultListProps) => {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <Box
      ref={list}
      id={`${id}-results`}
      role="listbox"
      aria-label={t('Results')}
      sx={{ maxHeight: '50vh', overflowY: 'auto', p: groups.length ? 1 : 0 }}
    >
      {groups.map(({ label, results }) => (
        <Box key={label} role="group" aria-label={label}>
          <Box aria-hidden sx={{ px: 1.25, pt: 1, pb: 0.5, fontSize: 12, color: 'text.secondary' }}>
            {label}
          </Box>
          {results.map((result) => (
            <Box
              key={result.id}
              id={`${id}-${result.id}`}
              role="option"
              aria-selected={result.id === active?.id}
              onClick={() => onChoose(result.path)}
              onMouseMove={() => onPoint(result)}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 1.25,
                px: 1.25,
                minHeight: 38,
                borderRadius: '6px',
                cursor: 'pointer',
                '&[aria-selected=true]': { bgcolor: 'action.selected' },
                '& > svg': { color: 'text.secondary' },
              }}
            >
              <Icon name={result.icon} />
              <Box
                component="span"
                sx={{
                  flex: 1,
                  minWidth: 0,
                  overflow: 'hidden',
                  textOverflow: 'ellipsis',
                  whiteSpace: 'nowrap',
                }}
              >
                {result.label}
              </Box>
              <Box component="span" sx={{ fontSize: 12, color: 'text.secondary' }}>
                {result.detail}
              </Box>
            </Box>
          ))}
        </Box>
      ))}
    </Box>
  );
};
