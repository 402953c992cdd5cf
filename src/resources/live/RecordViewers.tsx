import { useEffect, useState } from 'react';
import { useAccess } from '../../authProvider/AccessContext.ts';
import { entityOf } from '../../dataProvider/scope.ts';
import { sendMessage, subscribe } from '../../dataProvider/socket.ts';
import { lazyComponent } from '../../ui/lazyComponent.tsx';

interface Viewer {
  id: string;
  name: string;
}

const ViewerAvatars = lazyComponent(
  () => import('./ViewerAvatars.tsx').then((module) => module.ViewerAvatars),
  {
    silent: true,
  },
);

/** Shows who else has this record open. */
export const RecordViewers = ({ entity, id }: { entity: string; id: string }) => {
  const viewers = useViewers(entityOf(entity), id);
  return viewers.length > 0 && <ViewerAvatars viewers={viewers} />;
};

/** How many times each record is open in this window. */
const openCounts = new Map<string, number>();

/** Announces that the record is open here, again after each reconnect, and subscribes to its other viewers. */
const useViewers = (entity: string, id: string): Viewer[] => {
  const { user } = useAccess();
  const [viewers, setViewers] = useState<Viewer[]>([]);
  useEffect(() => {
    const key = `${entity}/${id}`;
    const open = (): void => sendMessage('record.open', { entity, id });
    openCounts.set(key, (openCounts.get(key) ?? 0) + 1);
    const stops = [
      subscribe('connected', open),
      subscribe('record.viewers', (json) => {
        const message = json as { entity: string; id: string; viewers: Viewer[] };
        if (message.entity === entity && message.id === id) setViewers(message.viewers);
      }),
    ];
    open();
    return () => {
      for (const stop of stops) stop();
      const openCount = (openCounts.get(key) ?? 1) - 1;
      if (openCount > 0) openCounts.set(key, openCount);
      else {
        openCounts.delete(key);
        sendMessage('record.close', { entity, id });
      }
      setViewers([]);
    };
  }, [entity, id]);
  return viewers.filter((viewer) => viewer.id !== user.id);
};
