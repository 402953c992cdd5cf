import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { safeImage } from '../../fields/shared/safeUrl.ts';
import { TextWidget } from './TextWidget.tsx';
import type { WidgetProps } from './registry.ts';

const Preview = styled('img')(({ theme }) => ({
  maxWidth: '100%',
  maxHeight: 160,
  objectFit: 'contain',
  alignSelf: 'flex-start',
  borderRadius: theme.shape.borderRadius,
  border: `1px solid ${(theme.vars ?? theme).palette.divider}`,
}));

/** Address of a picture, with the picture itself where it is one of this site's. */
export function ImageWidget(props: WidgetProps<string>) {
  const { value } = props;
  const [failed, setFailed] = useState<string>();
  const shown = value !== undefined && value !== failed && safeImage(value) !== undefined;
  return (
    <div style={{ display: 'flex', flexDirection: 'column', gap: 8, flex: '1 1 0', minWidth: 0 }}>
      <TextWidget {...props} />
      {shown ? (
        <Preview
          key={value}
          src={value}
          alt=""
          referrerPolicy="no-referrer"
          onError={() => setFailed(value)}
        />
      ) : null}
    </div>
  );
}
