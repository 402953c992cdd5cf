/** Registration functions for the hand-written parts of the console, and for those that a team adds. */
export { registerFieldType } from '../resources/fields/registry.ts';
export { registerStarters } from '../resources/fields/json/starters.ts';
export { registerSender } from '../resources/form/standalone/formSenders.ts';
export { registerPictures } from '../resources/form/layout/pictures.ts';
export { registerPanel } from '../resources/panels/registry.ts';
export { registerPage, type Page } from '../resources/menu/pages.ts';
