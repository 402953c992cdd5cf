import AltRouteIcon from '@mui/icons-material/AltRoute';
import CallIcon from '@mui/icons-material/CallOutlined';
import CameraIcon from '@mui/icons-material/PhotoCameraOutlined';
import CalendarIcon from '@mui/icons-material/CalendarTodayOutlined';
import CodeIcon from '@mui/icons-material/DataObject';
import GridIcon from '@mui/icons-material/GridViewOutlined';
import ImageIcon from '@mui/icons-material/ImageOutlined';
import LinkIcon from '@mui/icons-material/Link';
import ListIcon from '@mui/icons-material/FormatListBulleted';
import LocationIcon from '@mui/icons-material/PlaceOutlined';
import MessageIcon from '@mui/icons-material/ChatBubbleOutlineOutlined';
import PhotosIcon from '@mui/icons-material/PhotoLibraryOutlined';
import TemplateIcon from '@mui/icons-material/DashboardOutlined';
import TextIcon from '@mui/icons-material/Notes';
import VideoIcon from '@mui/icons-material/SmartDisplayOutlined';
import CarouselIcon from '@mui/icons-material/ViewCarouselOutlined';
import CampaignIcon from '@mui/icons-material/CampaignOutlined';
import ClockIcon from '@mui/icons-material/AccessTime';
import FollowIcon from '@mui/icons-material/HowToRegOutlined';
import GroupIcon from '@mui/icons-material/DataArrayOutlined';
import ChannelIcon from '@mui/icons-material/HubOutlined';
import LanguageIcon from '@mui/icons-material/Translate';
import TagIcon from '@mui/icons-material/LabelOutlined';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';

const icons = new Map<string, ComponentType<SvgIconProps>>([
  ['text', TextIcon],
  ['image', ImageIcon],
  ['video', VideoIcon],
  ['carousel', CarouselIcon],
  ['image-carousel', PhotosIcon],
  ['option', ListIcon],
  ['imagemap', GridIcon],
  ['flex', CodeIcon],
  ['message', MessageIcon],
  ['link', LinkIcon],
  ['call', CallIcon],
  ['template', TemplateIcon],
  ['camera', CameraIcon],
  ['calendar', CalendarIcon],
  ['location', LocationIcon],
  ['flow', AltRouteIcon],
  ['channel', ChannelIcon],
  ['tag', TagIcon],
  ['list', ListIcon],
  ['clock', ClockIcon],
  ['follow', FollowIcon],
  ['language', LanguageIcon],
  ['group', GroupIcon],
  ['campaign', CampaignIcon],
]);

/** The icon of an item type, with a fallback for unknown names. */
export function FormIcon({ name, ...props }: SvgIconProps & { name: string }) {
  const Icon = icons.get(name) ?? TextIcon;
  return <Icon fontSize="small" {...props} />;
}
