import Button from '@mui/material/Button';
import { type DashboardFilter, nextLonger } from './filterModel.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** The way to the next longer of the usual periods, where there is one. */
export const ShowLonger = ({
  filter,
  onChange,
}: {
  filter: DashboardFilter;
  onChange: (filter: DashboardFilter) => void;
}) => {
  const longer = nextLonger(filter.span);
  return longer ? (
    <Button
      size="small"
      variant="outlined"
      // Another period has the interval that suits it.
      onClick={() => onChange({ ...filter, span: longer.id, interval: undefined })}
    >
      {t('Show the %{label}', { label: longer.label.toLowerCase() })}
    </Button>
  ) : null;
};
