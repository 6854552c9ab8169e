import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Refusal } from "@/api/call";
import { NOT_FOUND } from "@/api/gen/codes.gen";
import { QueryError } from "./ErrorState";
import { SkeletonRows } from "./Skeletons";

interface AnswerProps<Data> {
  of: UseQueryResult<Data>;
  /** Shown if the requested item does not exist. */
  missing?: ReactNode;
  waiting?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The content of a call's answer or, until there is one, its loading or error state. */
export function Answer<Data>({ of, missing, waiting = WAITING, children }: AnswerProps<Data>) {
  const { data, error } = of;
  if (data) return children(data);
  if (missing && error instanceof Refusal && error.code === NOT_FOUND) return missing;
  return error ? <QueryError of={of} /> : waiting;
}

const WAITING = <SkeletonRows rows={6} height={40} />;
