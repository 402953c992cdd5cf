/** Shown when signing out fails (docs/product.md). */
export const LOGOUT_FAILED = 'Opps! Something went wrong';
