import Button from '@mui/material/Button';

/** The button that sends a form of the page. */
export const SubmitRow = ({ label }: { label: string }) => (
  <div style={{ display: 'flex', justifyContent: 'flex-end', marginTop: 16 }}>
    <Button type="submit" variant="contained">
      {label}
    </Button>
  </div>
);
