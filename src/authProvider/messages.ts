/** Shown when signing out fails (spec, section 2, verbatim). */
export const LOGOUT_FAILED = 'Opps! Something went wrong';
