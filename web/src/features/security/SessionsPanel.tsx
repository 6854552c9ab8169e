import { useQuery } from "@tanstack/react-query";

import type { OpenSession } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/useUser";
import { security } from "@/text/account/security";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { Panel } from "@/ui/layout/Panel";
import { RowList } from "@/ui/table/RowList";

import { SessionRow } from "./SessionRow";

const currentFirst = (one: OpenSession, other: OpenSession) =>
  Number(other.current) - Number(one.current);

/** The account's sessions, each with a button to end it. */
export function SessionsPanel() {
  const { time_zone: zone } = useUser();
  const { data, error, isFetching, refetch } = useQuery(query("/auth/sessions"));
  return (
    <Panel title={security.sessions}>
      {data ? (
        <RowList>
          {data.list.toSorted(currentFirst).map((session) => (
            <SessionRow key={session.id} session={session} zone={zone} />
          ))}
        </RowList>
      ) : error ? (
        <ErrorState error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={2} height={56} />
      )}
    </Panel>
  );
}
