/** A list that updates itself while it is visible: only new and changed rows are requested. */
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";

import { type CallArgs, type CallInput, call, type Data } from "@/api/call";
import { query } from "@/api/query";

/** Milliseconds between requests: new rows must appear within five seconds. A hidden tab makes no requests. */
export const LIVE_INTERVAL = 3_000;
/** A list that grows while it is read stops growing here. */
const ROWS_MAX = 200;

type LivePath = "/postback/deliveries" | "/tools/broken_links";
type Row<P extends LivePath> = Data<P>["list"][number];

interface Listed<T> {
  list: T[];
  total: number;
}

interface News<T, Ask> {
  /** The calls for rows that are newer than these, or may have changed. */
  asks: (rows: T[]) => Ask[];
  /** Whether a row that is not shown belongs on this page, at its top. */
  belongs: (row: T, shown: Listed<T>) => boolean;
}

export type Live<P extends LivePath> = News<Row<P>, CallInput<P>>;

/** The list that a call answers, followed; `onNews` is called when something was added or has changed. */
export function useLiveList<P extends LivePath>(
  path: P,
  input: CallInput<P>,
  live: Live<P>,
  onNews?: () => void,
) {
  const client = useQueryClient();
  const list = query(path, ...([input] as CallArgs<P>));
  const { queryKey } = list;
  const answer = useQuery({ ...list, placeholderData: keepPreviousData });
  const cachedList = () => client.getQueryData(queryKey) as Listed<Row<P>> | undefined;
  const ask = async (input: CallInput<P>) =>
    (await call(path, ...([input] as CallArgs<P>))) as unknown as Listed<Row<P>>;
  useQuery({
    queryKey: ["news", ...queryKey],
    queryFn: async () => {
      const before = cachedList();
      const news = before?.list.length ? await findNews(before.list, live, ask) : null;
      const now = cachedList();
      if (news && now) client.setQueryData(queryKey, merge(now, news, live) as unknown as Data<P>);
      else await client.refetchQueries({ queryKey, exact: true });
      if (cachedList() !== before) onNews?.();
      return null;
    },
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    enabled: !answer.isFetching,
    refetchInterval: LIVE_INTERVAL,
  });
  return answer;
}

/** New and changed rows; null if there are more than one answer holds. */
async function findNews<T extends { id: unknown }, Ask>(
  rows: T[],
  live: News<T, Ask>,
  ask: (input: Ask) => Promise<Listed<T>>,
): Promise<T[] | null> {
  const known = new Set(rows.map(({ id }) => id));
  const answers = await Promise.all(live.asks(rows).map(ask));
  const whole = answers.every(
    ({ list, total }) => total <= list.length || list.some(({ id }) => known.has(id)),
  );
  return whole ? answers.flatMap(({ list }) => list) : null;
}

/** The list with its rows as they are now, in their places, and others on top. */
function merge<T extends { id: unknown }>(
  shown: Listed<T>,
  news: T[],
  live: Pick<News<T, never>, "belongs">,
): Listed<T> {
  const fresh = new Map(news.map((row) => [row.id, row]));
  const kept = shown.list.map((row) => fresh.get(row.id) ?? row);
  for (const { id } of shown.list) fresh.delete(id);
  const added = [...fresh.values()].filter((row) => live.belongs(row, shown));
  return {
    ...shown,
    list: [...added, ...kept].slice(0, ROWS_MAX),
    total: shown.total + added.length,
  };
}
