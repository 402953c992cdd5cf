/** The hand-written pages and panels; each registers itself. */
import './userProfile/index.ts';
import './audit/index.ts';
import './bot/index.ts';
import './messages/index.ts';
