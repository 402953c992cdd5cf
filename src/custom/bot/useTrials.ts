import { useDataProvider } from 'react-admin';
import { useRef, useState } from 'react';
import type { JsonObject } from '../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { messageOf } from '../../resources/actions/failures.ts';
import type { Trial } from '../../../schemas/understanding/trial.ts';

/** One message of the person who tries, and what came of it. */
export interface Turn {
  id: number;
  said: string;
  channel: string;
  trial?: Trial;
  fault?: string;
}

/** Turns of a conversation that are kept. */
const MOST_TURNS = 20;

/** A conversation with the bot that nobody is sent. */
export const useTrials = () => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const [turns, setTurns] = useState<Turn[]>([]);
  const next = useRef(1);
  /** What the last answer is waiting for. */
  const expecting = useRef<JsonObject | null>(null);

  const send = async (said: string, channel: string): Promise<void> => {
    const id = next.current++;
    setTurns((held) => [...held, { id, said, channel }].slice(-MOST_TURNS));
    const settle = (came: Partial<Turn>): void =>
      setTurns((held) => held.map((turn) => (turn.id === id ? { ...turn, ...came } : turn)));
    try {
      const body = { text: said, channel, ...(expecting.current && { expecting: expecting.current }) };
      const trial = (await dataProvider.ask('intent', null, 'try', { body })) as unknown as Trial;
      expecting.current = trial.expecting;
      settle({ trial });
    } catch (error) {
      settle({ fault: messageOf(error) });
    }
  };
  const restart = (): void => {
    expecting.current = null;
    setTurns([]);
  };
  return { turns, send, restart };
};
