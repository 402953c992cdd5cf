import { message } from '../../schemas/texts/translate.ts';

/** Shown when signing out fails (docs/product.md). */
export const LOGOUT_FAILED = message('Opps! Something went wrong');
