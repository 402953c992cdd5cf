import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useYears } from '../i18n/years.ts';
import { whenIdle } from './whenIdle.ts';

/** How long a screen has to itself before code is fetched for what may come next, in milliseconds. */
export const IDLE_MS = 1000;

export type Loadable<Props> = ComponentType<Props & { fallback?: ReactNode }> & {
  /** Starts loading; rejects when the code cannot be fetched. */
  preload: () => Promise<unknown>;
};

/** What a component hears that stands for one whose code could not be fetched. */
export interface LoadErrorProps {
  error: unknown;
  /** Fetches it anew. */
  retry: () => void;
  /** What the other one was to be given. */
  componentProps: object;
  /** What stood there while it was fetched. */
  fallback: ReactNode;
}

/** To the nearest boundary. */
const Thrown = ({ error }: LoadErrorProps): never => {
  throw error;
};

/**
 * A component whose code is fetched when it is first drawn; what was preloaded is drawn at once. React's own `lazy`
 * suspends, and React holds back whatever suspended until 300 ms after the last fallback: on the way to a first
 * screen, which loads in steps, these pauses would add up. A failure is thrown to the nearest boundary, which suits
 * screens; what lies in them, beside or over them is a `lazyComponent`.
 */
export function loadable<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  Failed: ComponentType<LoadErrorProps> = Thrown,
): Loadable<Props> {
  let Loaded: ComponentType<Props> | undefined;
  let loading: Promise<unknown> | undefined;
  const preload = (): Promise<unknown> => {
    loading ??= load().then(
      (component) => {
        Loaded = component;
      },
      (error: unknown) => {
        // Another attempt may succeed.
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };

  const Screen = ({ fallback = null, ...props }: Props & { fallback?: ReactNode }) => {
    // Any of it may show a year.
    useYears();
    const [outcome, setOutcome] = useState<{ error?: unknown }>();
    const [tries, setTries] = useState(0);
    const [drawn] = useState(() => Loaded !== undefined);
    useEffect(() => {
      if (drawn) return undefined;
      // It may have come between drawing and this effect: the promise tells that too.
      let shown = true;
      preload().then(
        () => shown && setOutcome({}),
        (error: unknown) => shown && setOutcome({ error }),
      );
      return () => {
        shown = false;
      };
    }, [drawn, tries]);
    if (Loaded) return <Loaded {...(props as unknown as Props)} />;
    if (!outcome || !('error' in outcome)) return fallback;
    const again = (): void => {
      setOutcome(undefined);
      setTries((before) => before + 1);
    };
    return <Failed error={outcome.error} retry={again} componentProps={props} fallback={fallback} />;
  };
  return Object.assign(Screen, { preload });
}

/** Fetches code for what may come next once the browser has nothing else to do. Gives what calls it off. */
export function preloadWhenIdle(...parts: Pick<Loadable<object>, 'preload'>[]): () => void {
  const start = (): void => {
    // A failure shows when the part is drawn.
    for (const part of parts) part.preload().catch(() => undefined);
  };
  return whenIdle(start, { after: IDLE_MS });
}
