import { useQuery } from "@tanstack/react-query";

import type { OpenSession } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user";
import { login } from "@/text/login";
import { FailedState } from "@/ui/FailedState";
import { Panel } from "@/ui/Panel";
import { RowList } from "@/ui/RowList";
import { SkeletonRows } from "@/ui/Skeletons";

import { SessionRow } from "./SessionRow";

const thisFirst = (one: OpenSession, other: OpenSession) =>
  Number(other.current) - Number(one.current);

/** Where the account is signed in, each with its way out. */
export function SessionsPanel() {
  const { time_zone: zone } = useUser();
  const { data, error, isFetching, refetch } = useQuery(query("/auth/sessions"));
  return (
    <Panel title={login.sessions}>
      {data ? (
        <RowList>
          {data.list.toSorted(thisFirst).map((session) => (
            <SessionRow key={session.id} session={session} zone={zone} />
          ))}
        </RowList>
      ) : error ? (
        <FailedState error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={2} height={56} />
      )}
    </Panel>
  );
}
