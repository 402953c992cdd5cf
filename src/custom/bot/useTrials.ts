import { useDataProvider } from 'react-admin';
import { useRef, useState } from 'react';
import type { JsonObject } from '../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { messageOf } from '../../resources/changes/failures.ts';
import type { BotTestResult } from '../../../schemas/understanding/botTest.ts';

/** One message of the person who tries, and what came of it. */
export interface Turn {
  id: number;
  said: string;
  channel: string;
  trial?: BotTestResult;
  fault?: string;
}

/** Turns of a conversation that are kept. */
const MOST_TURNS = 20;

const NOTHING_SAID = Promise.resolve(null);

/** A conversation with the bot that nobody is sent. */
export const useTrials = () => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const [turns, setTurns] = useState<Turn[]>([]);
  const next = useRef(1);
  /** What was said last, settled with what its answer is waiting for; another one after a new start. */
  const last = useRef<Promise<JsonObject | null>>(NOTHING_SAID);

  const send = async (said: string, channel: string): Promise<void> => {
    const id = next.current++;
    setTurns((held) => [...held, { id, said, channel }].slice(-MOST_TURNS));
    const settle = (came: Partial<Turn>): void =>
      setTurns((held) => held.map((turn) => (turn.id === id ? { ...turn, ...came } : turn)));
    // What is said before an answer has come is said after it.
    const answered = last.current.then(async (expecting) => {
      try {
        const body = { text: said, channel, ...(expecting && { expecting }) };
        const trial = (await dataProvider.query('intent', null, 'try', { body })) as unknown as BotTestResult;
        settle({ trial });
        return trial.expecting;
      } catch (error) {
        settle({ fault: messageOf(error) });
        return expecting;
      }
    });
    last.current = answered;
    await answered;
  };
  const restart = (): void => {
    last.current = NOTHING_SAID;
    setTurns([]);
  };
  return { turns, send, restart };
};
