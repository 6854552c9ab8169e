import { queryOptions } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";

import { type CallArgs, type CallInput, call, type Data, type Path, Refusal } from "./call";
import * as codes from "./gen/codes.gen";
import { invalidate } from "./invalidate";
import { onError, type TakeBack } from "./onError";

/** A read call, for `useQuery`, `useSuspenseQuery` and a route's loader. */
export function query<P extends Path>(path: P, ...args: CallArgs<P>) {
  return queryOptions({ queryKey: [path, ...args], queryFn: () => call(path, ...args) });
}

interface CallOptions<P extends Path> {
  /** The queries to invalidate afterwards. */
  refresh?: Path[];
  /** Running calls to wait for, because their changes are shown already. */
  after?: Path[];
  /** Belongs to a form: a failure is no longer reported once the form is closed. */
  form?: boolean;
  /**
   * Whether a failure is a question that the screen itself asks, so that it is not reported
   * elsewhere.
   */
  asks?: (failure: Error) => boolean;
  onSuccess?: (data: Data<P>, ask: CallInput<P>) => void;
}

/** Handlers for a single use of a call. */
interface CallHandlers<P extends Path> {
  onSuccess?: (data: Data<P>) => void;
  onError?: (failure: Error) => void;
}

interface Progress<P extends Path> {
  isPending: boolean;
  isSuccess: boolean;
  isError: boolean;
  error: Error | null;
  data?: Data<P>;
}

/** The pending calls by path, each including those before it. */
const underWay = new Map<Path, Promise<unknown>>();

const IDLE = { isPending: false, isSuccess: false, isError: false, error: null };

/** A call that changes something: `mutate(ask)` makes it, the rest is its progress. */
export function useCall<P extends Path>(path: P, options: CallOptions<P> = {}) {
  const [progress, setProgress] = useState<Progress<P>>(IDLE);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const takeBack = useRef<TakeBack>(undefined);
  useEffect(
    () => () => {
      if (latest.current.form) takeBack.current?.();
    },
    [],
  );

  const mutateAsync = useCallback(
    async (ask: CallInput<P>, then: CallHandlers<P> = {}): Promise<Data<P>> => {
      setProgress({ ...IDLE, isPending: true });
      // What the attempt before failed with is no longer so.
      takeBack.current?.();
      try {
        const { after } = latest.current;
        if (after) await Promise.all(after.map((earlier) => underWay.get(earlier)));
        const answer = call(path, ...([ask] as CallArgs<P>));
        underWay.set(path, Promise.allSettled([underWay.get(path), answer]));
        const data = await answer;
        await invalidate(latest.current.refresh ?? []);
        setProgress({ ...IDLE, isSuccess: true, data });
        latest.current.onSuccess?.(data, ask);
        then.onSuccess?.(data);
        return data;
      } catch (thrown) {
        const error = thrown instanceof Error ? thrown : new Error(String(thrown));
        // What is shown is outdated: it is loaded as it is now.
        if (error instanceof Refusal && error.code === codes.CHANGED_MEANWHILE)
          void invalidate(latest.current.refresh ?? []);
        setProgress({ ...IDLE, isError: true, error });
        if (!latest.current.asks?.(error)) takeBack.current = onError(error);
        then.onError?.(error);
        throw error;
      }
    },
    [path],
  );
  const mutate = useCallback(
    (ask: CallInput<P>, then?: CallHandlers<P>) =>
      void mutateAsync(ask, then).catch(() => undefined),
    [mutateAsync],
  );
  const reset = useCallback(() => setProgress(IDLE), []);
  return { ...progress, mutate, mutateAsync, reset };
}
