/** The hand-written pages and panels; each registers itself. */
import './userProfile/index.ts';
import './userJourney/index.ts';
import './audit/index.ts';
import './bot/index.ts';
import './broadcasts/index.ts';
import './channels/index.tsx';
import './chatAds/index.ts';
import './dashboard/index.ts';
import './jobs/index.ts';
import './difference/index.ts';
import './messages/index.ts';
import './richMenus/index.ts';
import './reports/index.ts';
import './audience/index.ts';
import './segments/index.ts';
import './system/index.ts';
import './listTabs.ts';
