import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import { SHORTCUTS } from './keys.ts';
import { t } from '../../schemas/texts/translate.ts';

export const ShortcutsDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Dialog open={open} onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="shortcuts-title">
    <DialogTitle id="shortcuts-title">{t('Keyboard shortcuts')}</DialogTitle>
    <IconButton
      aria-label={t('Close')}
      size="small"
      onClick={onClose}
      sx={{ position: 'absolute', top: 12, right: 16 }}
    >
      <Close fontSize="small" />
    </IconButton>
    <DialogContent>
      <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 1.5 }}>
        {SHORTCUTS.map(({ keys, description }) => (
          <Box key={keys} sx={{ display: 'contents' }}>
            <Box component="dt">{description}</Box>
            <Box component="dd" sx={{ m: 0, textAlign: 'right' }}>
              <Box
                component="kbd"
                sx={{
                  px: 0.75,
                  py: 0.25,
                  border: 1,
                  borderColor: 'divider',
                  borderRadius: '6px',
                  font: 'inherit',
                  fontSize: 12,
                }}
              >
                {keys}
              </Box>
            </Box>
          </Box>
        ))}
      </Box>
    </DialogContent>
  </Dialog>
);
