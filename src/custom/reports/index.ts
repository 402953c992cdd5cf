import { registerPage } from '../register.ts';
import { t } from '../../../schemas/texts/translate.ts';

const ACCESS = ['report.entry'];

registerPage({
  name: 'report',
  pattern: '/reports',
  guide: 'figures',
  access: ACCESS,
  menu: { group: 'setting', order: 80, icon: 'report', label: t('Report') },
  load: () => import('./ReportsPage.tsx').then((module) => module.ReportsPage),
});
registerPage({
  name: 'report-file',
  title: t('Download'),
  pattern: '/chatbot/report/:id',
  parentPage: 'report',
  access: ACCESS,
  leavePrompt: t('Are you sure to exit?'),
  load: () => import('./ReportPage.tsx').then((module) => module.ReportPage),
});
registerPage({
  name: 'report-none',
  title: t('Report not found'),
  pattern: '/chatbot/report',
  parentPage: 'report',
  access: ACCESS,
  load: () => import('./ReportPage.tsx').then((module) => module.NoReportPage),
});
