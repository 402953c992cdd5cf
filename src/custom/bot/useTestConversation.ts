import { useDataProvider } from 'react-admin';
import { useRef, useState } from 'react';
import type { JsonObject } from '../../../schemas/model/types.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { messageOf } from '../../resources/changes/failures.ts';
import type { BotTestResult } from '../../../schemas/understanding/botTest.ts';

/** A test message, and its result. */
export interface Turn {
  id: number;
  said: string;
  channel: string;
  trial?: BotTestResult;
  fault?: string;
}

/** Largest number of messages that are kept. */
const MAX_TURNS = 20;

const NO_EXPECTATION = Promise.resolve(null);

/** A test conversation with the bot, which is not sent to anybody. */
export const useTestConversation = () => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const [turns, setTurns] = useState<Turn[]>([]);
  const next = useRef(1);
  /** Resolves to what the last answer expects next; replaced on restart. */
  const last = useRef<Promise<JsonObject | null>>(NO_EXPECTATION);

  const send = async (said: string, channel: string): Promise<void> => {
    const id = next.current++;
    setTurns((previous) => [...previous, { id, said, channel }].slice(-MAX_TURNS));
    const update = (change: Partial<Turn>): void =>
      setTurns((previous) => previous.map((turn) => (turn.id === id ? { ...turn, ...change } : turn)));
    // A message before the previous answer is sent after it.
    const answered = last.current.then(async (expecting) => {
      try {
        const body = { text: said, channel, ...(expecting && { expecting }) };
        const trial = (await dataProvider.query('intent', null, 'try', { body })) as unknown as BotTestResult;
        update({ trial });
        return trial.expecting;
      } catch (error) {
        update({ fault: messageOf(error) });
        return expecting;
      }
    });
    last.current = answered;
    await answered;
  };
  const restart = (): void => {
    last.current = NO_EXPECTATION;
    setTurns([]);
  };
  return { turns, send, restart };
};
