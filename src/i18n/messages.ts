import { t } from '../../schemas/texts/translate.ts';
import { CONNECTIVITY_MESSAGE, GENERIC, NOT_LOGGED_IN_MESSAGE } from '../dataProvider/errors.ts';

/** The agreed texts (docs/product.md) that replace react-admin's. */
export const messages = {
  ra: {
    message: {
      unsaved_changes: t(
        'Are you sure you want to leave this page? This page that you made will not be saved.',
      ),
      error: GENERIC,
    },
    notification: {
      http_error: CONNECTIVITY_MESSAGE,
      data_provider_error: GENERIC,
      not_authorized: t('You are not allowed to do this'),
      logged_out: NOT_LOGGED_IN_MESSAGE,
    },
    page: {
      error: t('Oops! something went wrong'),
      not_found: t('Page not found'),
    },
  },
};
