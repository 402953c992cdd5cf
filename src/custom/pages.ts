/** The hand-written pages; each registers itself. */
import './userProfile/index.ts';
