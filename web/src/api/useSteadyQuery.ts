import { keepPreviousData, useQuery } from "@tanstack/react-query";

import type { CallArgs, Path } from "./call";
import { query } from "./query";

/** A call that reads, whose last answer stays while another one loads, such as the next page. */
export function useSteadyQuery<P extends Path>(path: P, ...args: CallArgs<P>) {
  return useQuery({ ...query(path, ...args), placeholderData: keepPreviousData });
}
