import WrongIcon from '@mui/icons-material/ErrorOutlineOutlined';
import ToDoIcon from '@mui/icons-material/RadioButtonUnchecked';
import RightIcon from '@mui/icons-material/CheckCircleOutlined';
import WarningIcon from '@mui/icons-material/WarningAmber';
import type { ChannelCompatibility } from './compatibility.ts';
import { t } from '../../../schemas/texts/translate.ts';

const ICONS = {
  success: [RightIcon, 'fine'],
  warning: [WarningIcon, t('not as made')],
  danger: [WrongIcon, t('has faults')],
  neutral: [ToDoIcon, t('still to do')],
} as const;

/** An icon of the compatibility, with an accessible name. */
export function CompatibilityIcon({
  tone,
  silent,
}: Pick<ChannelCompatibility, 'tone'> & { silent?: boolean }) {
  const [Icon, title] = ICONS[tone];
  const nameProps = silent ? { 'aria-hidden': true } : { titleAccess: title };
  return <Icon {...nameProps} sx={{ fontSize: 15, color: `var(--${tone})`, flex: 'none' }} />;
}
