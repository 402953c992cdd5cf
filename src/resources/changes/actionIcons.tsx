import Block from '@mui/icons-material/BlockOutlined';
import Check from '@mui/icons-material/CheckOutlined';
import Close from '@mui/icons-material/CloseOutlined';
import Download from '@mui/icons-material/FileDownloadOutlined';
import Archive from '@mui/icons-material/Inventory2Outlined';
import Link from '@mui/icons-material/LinkOutlined';
import Lock from '@mui/icons-material/LockOutlined';
import Pause from '@mui/icons-material/PauseOutlined';
import Start from '@mui/icons-material/PlayArrowOutlined';
import Publish from '@mui/icons-material/PublishOutlined';
import Refresh from '@mui/icons-material/RefreshOutlined';
import Retry from '@mui/icons-material/ReplayOutlined';
import Teach from '@mui/icons-material/SchoolOutlined';
import Schedule from '@mui/icons-material/ScheduleOutlined';
import Test from '@mui/icons-material/ScienceOutlined';
import Send from '@mui/icons-material/SendOutlined';
import Stop from '@mui/icons-material/StopOutlined';
import Undo from '@mui/icons-material/UndoOutlined';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';

/** Icon names for actions and transitions in schemas. */
const ICONS: Record<string, ComponentType<SvgIconProps>> = {
  approve: Check,
  archive: Archive,
  cancel: Close,
  download: Download,
  link: Link,
  lock: Lock,
  pause: Pause,
  publish: Publish,
  refresh: Refresh,
  reject: Block,
  retry: Retry,
  schedule: Schedule,
  send: Send,
  start: Start,
  stop: Stop,
  teach: Teach,
  test: Test,
  undo: Undo,
};

/** An action's icon by name; decorative. */
export const NamedActionIcon = ({ name }: { name: string }) => {
  const Icon = ICONS[name];
  return Icon ? <Icon fontSize="small" aria-hidden /> : null;
};
