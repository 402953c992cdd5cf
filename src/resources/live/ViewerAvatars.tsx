import Avatar from '@mui/material/Avatar';
import AvatarGroup from '@mui/material/AvatarGroup';
import { Hint } from '../../ui/Hint.tsx';
import { initials } from '../../ui/initials.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Further viewers are only counted. */
const MAX_AVATARS = 3;

interface ViewerAvatarsProps {
  viewers: { id: string; name: string }[];
}

/** Viewers as initials, with their names in a hint. */
export const ViewerAvatars = ({ viewers }: ViewerAvatarsProps) => {
  const text = t('Also here: %{viewers}', { viewers: viewers.map(({ name }) => name).join(t(', ')) });
  return (
    <Hint text={text}>
      <AvatarGroup
        max={MAX_AVATARS + 1}
        role="img"
        aria-label={text}
        tabIndex={0}
        sx={{
          '& .MuiAvatar-root': {
            width: 28,
            height: 28,
            fontSize: 12,
            color: 'background.paper',
            bgcolor: 'text.primary',
          },
        }}
      >
        {viewers.map((one) => (
          <Avatar key={one.id}>{initials(one.name)}</Avatar>
        ))}
      </AvatarGroup>
    </Hint>
  );
};
