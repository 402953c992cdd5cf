import WrongIcon from '@mui/icons-material/ErrorOutlineOutlined';
import ToDoIcon from '@mui/icons-material/RadioButtonUnchecked';
import RightIcon from '@mui/icons-material/CheckCircleOutlined';
import WarningIcon from '@mui/icons-material/WarningAmber';
import type { ChannelVerdict } from './verdict.ts';
import { t } from '../../../schemas/texts/translate.ts';

const SIGNS = {
  success: [RightIcon, 'fine'],
  warning: [WarningIcon, t('not as made')],
  danger: [WrongIcon, t('has faults')],
  neutral: [ToDoIcon, t('still to do')],
} as const;

/** ✓ or a warning, told to those who listen as well. */
export function VerdictSign({ tone, silent }: Pick<ChannelVerdict, 'tone'> & { silent?: boolean }) {
  const [Icon, said] = SIGNS[tone];
  const named = silent ? { 'aria-hidden': true } : { titleAccess: said };
  return <Icon {...named} sx={{ fontSize: 15, color: `var(--${tone})`, flex: 'none' }} />;
}
