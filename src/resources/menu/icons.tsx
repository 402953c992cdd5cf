import AccountTree from '@mui/icons-material/AccountTreeOutlined';
import Article from '@mui/icons-material/ArticleOutlined';
import AutoAwesome from '@mui/icons-material/AutoAwesomeOutlined';
import BarChart from '@mui/icons-material/BarChartOutlined';
import CallSplit from '@mui/icons-material/CallSplitOutlined';
import Campaign from '@mui/icons-material/CampaignOutlined';
import Ads from '@mui/icons-material/AdsClickOutlined';
import Circle from '@mui/icons-material/CircleOutlined';
import DataObject from '@mui/icons-material/DataObjectOutlined';
import Description from '@mui/icons-material/DescriptionOutlined';
import Forum from '@mui/icons-material/ForumOutlined';
import Groups from '@mui/icons-material/GroupsOutlined';
import History from '@mui/icons-material/HistoryOutlined';
import Help from '@mui/icons-material/HelpOutlineOutlined';
import Hub from '@mui/icons-material/HubOutlined';
import Insights from '@mui/icons-material/InsightsOutlined';
import Label from '@mui/icons-material/LabelOutlined';
import Mail from '@mui/icons-material/MailOutlineOutlined';
import ManageAccounts from '@mui/icons-material/ManageAccountsOutlined';
import People from '@mui/icons-material/PeopleOutlined';
import PieChart from '@mui/icons-material/PieChartOutlined';
import RecentActors from '@mui/icons-material/RecentActorsOutlined';
import Schedule from '@mui/icons-material/ScheduleOutlined';
import Settings from '@mui/icons-material/SettingsOutlined';
import SmartToy from '@mui/icons-material/SmartToyOutlined';
import Monitor from '@mui/icons-material/MonitorHeartOutlined';
import SupportAgent from '@mui/icons-material/SupportAgentOutlined';
import TableRows from '@mui/icons-material/TableRowsOutlined';
import Widgets from '@mui/icons-material/WidgetsOutlined';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';

/** Icon names for menu entries and groups in schemas. */
const ICONS: Record<string, ComponentType<SvgIconProps>> = {
  audience: RecentActors,
  broadcast: Campaign,
  campaign: Campaign,
  channel: Hub,
  chatad: Ads,
  chatbot: SmartToy,
  chatlogic: AccountTree,
  circle: Circle,
  dashboard: BarChart,
  documentation: Description,
  entity: Label,
  history: History,
  intent: AutoAwesome,
  journey: Insights,
  livechat: SupportAgent,
  mapper: CallSplit,
  message: Forum,
  missed: Help,
  'message-template': Mail,
  report: TableRows,
  richmenu: Widgets,
  schedule: Schedule,
  segment: PieChart,
  setting: Settings,
  system: Monitor,
  team: Groups,
  template: Article,
  users: ManageAccounts,
  variable: DataObject,
  workspace: People,
};

/** An icon by name, with a circle as fallback; decorative. */
export const Icon = ({ name, ...props }: SvgIconProps & { name?: string }) => {
  const IconComponent = ICONS[name ?? ''] ?? Circle;
  return <IconComponent fontSize="small" aria-hidden {...props} />;
};
