import { keepPreviousData, useQuery } from "@tanstack/react-query";

import type { CallArgs, Path } from "./call";
import { query } from "./query";

/** A read call whose previous answer stays while the next one loads, such as another page. */
export function useSteadyQuery<P extends Path>(path: P, ...args: CallArgs<P>) {
  return useQuery({ ...query(path, ...args), placeholderData: keepPreviousData });
}
