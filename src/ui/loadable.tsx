import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useYears } from '../i18n/years.ts';
import { whenIdle } from './whenIdle.ts';

/** Delay after a screen is shown before code for later screens is fetched. */
export const IDLE_MS = 1000;

export type Loadable<Props> = ComponentType<Props & { fallback?: ReactNode }> & {
  /** Starts loading; rejects when the code cannot be fetched. */
  preload: () => Promise<unknown>;
};

/** Props of a component that is rendered when the code could not be fetched. */
export interface LoadErrorProps {
  error: unknown;
  /** Fetches the code again. */
  retry: () => void;
  /** Props of the component that could not be fetched. */
  componentProps: object;
  /** The fallback that was shown while loading. */
  fallback: ReactNode;
}

/** Throws to the nearest boundary. */
const ThrowError = ({ error }: LoadErrorProps): never => {
  throw error;
};

/**
 * A component whose code is fetched when it is first rendered; a preloaded one is rendered at once. React's own `lazy`
 * suspends, and React delays whatever suspended until 300 ms after the last fallback: before the first screen, which
 * loads in steps, these delays would add up. A failure is thrown to the nearest boundary, which suits screens; their
 * parts and overlays use `lazyComponent`.
 */
export function loadable<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
  Failed: ComponentType<LoadErrorProps> = ThrowError,
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
    // It may show a year anywhere.
    useYears();
    const [outcome, setOutcome] = useState<{ error?: unknown }>();
    const [tries, setTries] = useState(0);
    const [drawn] = useState(() => Loaded !== undefined);
    useEffect(() => {
      if (drawn) return undefined;
      // It may have loaded between rendering and this effect: then the promise resolves at once.
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
    const retry = (): void => {
      setOutcome(undefined);
      setTries((count) => count + 1);
    };
    return <Failed error={outcome.error} retry={retry} componentProps={props} fallback={fallback} />;
  };
  return Object.assign(Screen, { preload });
}

/** Fetches code for later screens once the browser is idle. Returns cancel. */
export function preloadWhenIdle(...parts: Pick<Loadable<object>, 'preload'>[]): () => void {
  const start = (): void => {
    // A failure shows when the part is rendered.
    for (const part of parts) part.preload().catch(() => undefined);
  };
  return whenIdle(start, { after: IDLE_MS });
}
