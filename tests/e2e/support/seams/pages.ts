/** What a product draws by hand, for tests/e2e/seams.spec.ts: beside the product's own pages, panels and a page. */
import '../../../../src/custom/pages.ts';
import { registerPage, registerPanel } from '../../../../src/custom/register.ts';

registerPanel('topic-preview', () => import('./panels.tsx').then((module) => module.PhonePreview));
registerPanel('topic-tester', () => import('./panels.tsx').then((module) => module.BotTester));
registerPanel('topic-conversation', () => import('./panels.tsx').then((module) => module.Conversation));
registerPage({
  name: 'topic-report',
  pattern: '/chatbot/topic-report/:month',
  title: ({ month }) => `Report of ${month}`,
  parentPage: 'topic',
  leavePrompt: 'Are you sure to exit?',
  access: ['chatbot.variable'],
  load: () => import('./panels.tsx').then((module) => module.ReportPage),
});
