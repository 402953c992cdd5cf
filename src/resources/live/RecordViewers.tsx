import Avatar from '@mui/material/Avatar';
import AvatarGroup from '@mui/material/AvatarGroup';
import { useEffect, useState } from 'react';
import { useAccess } from '../../authProvider/AccessContext.ts';
import { entityOf } from '../../dataProvider/scope.ts';
import { say, subscribe } from '../../dataProvider/socket.ts';
import { Hint } from '../../layout/Hint.tsx';

interface Viewer {
  id: string;
  name: string;
}

/** People shown by themselves; the rest is counted. */
const SHOWN = 3;

/** Who else has this record open. */
export const RecordViewers = ({ entity, id }: { entity: string; id: string }) => {
  const others = useViewers(entityOf(entity), id);
  if (others.length === 0) return null;
  const text = `Also here: ${others.map(({ name }) => name).join(', ')}`;
  return (
    <Hint text={text}>
      <AvatarGroup
        max={SHOWN + 1}
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
        {others.map((one) => (
          <Avatar key={one.id}>{initials(one.name)}</Avatar>
        ))}
      </AvatarGroup>
    </Hint>
  );
};

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');

/** How many times each record is open in this window. */
const shown = new Map<string, number>();

/** Tells that the record is open here, again after each connection, and hears who else has it open. */
const useViewers = (entity: string, id: string): Viewer[] => {
  const { user } = useAccess();
  const [viewers, setViewers] = useState<Viewer[]>([]);
  useEffect(() => {
    const key = `${entity}/${id}`;
    const open = (): void => say('record.open', { entity, id });
    shown.set(key, (shown.get(key) ?? 0) + 1);
    const stops = [
      subscribe('connected', open),
      subscribe('record.viewers', (json) => {
        const told = json as { entity: string; id: string; viewers: Viewer[] };
        if (told.entity === entity && told.id === id) setViewers(told.viewers);
      }),
    ];
    open();
    return () => {
      for (const stop of stops) stop();
      const left = (shown.get(key) ?? 1) - 1;
      if (left > 0) shown.set(key, left);
      else {
        shown.delete(key);
        say('record.close', { entity, id });
      }
      setViewers([]);
    };
  }, [entity, id]);
  return viewers.filter((viewer) => viewer.id !== user.id);
};
