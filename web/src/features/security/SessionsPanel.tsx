import { useQuery } from "@tanstack/react-query";

import { failureText } from "@/api/form/failureText";
import type { OpenSession } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { security } from "@/text/account/security";
import { ConfirmButton } from "@/ui/confirm/ConfirmButton";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { toast } from "@/ui/feedback/toasts";
import { FormNote } from "@/ui/form/FormNote";
import { Panel } from "@/ui/layout/Panel";
import { RowList } from "@/ui/table/RowList";

import { SessionRow } from "./SessionRow";

const currentFirst = (one: OpenSession, other: OpenSession) =>
  Number(other.current) - Number(one.current);

/** The account's sessions, each with a button to end it. */
export function SessionsPanel() {
  const user = useUser();
  const { time_zone: zone } = user;
  const { data, error, isFetching, refetch } = useQuery(query("/auth/sessions"));
  const others = data?.list.filter(({ current }) => !current) ?? [];
  const end = useCall("/auth/session_end", { refresh: ["/auth/sessions", "/user/audit"] });
  const endOthers = async () => {
    try {
      for (const { id } of others) await end.mutateAsync({ attributes: { id } });
    } catch {
      return; // What failed is said below.
    }
    toast.success(security.endedOthers);
  };
  return (
    <Panel
      title={security.sessions}
      action={
        others.length > 1 &&
        !user.impersonated_by && (
          <ConfirmButton
            size="xs"
            loading={end.isPending}
            title={security.endOthersTitle}
            question={security.endOthersQuestion(others.length)}
            confirm={security.endOthers}
            onConfirm={() => void endOthers()}
          >
            {security.endOthers}
          </ConfirmButton>
        )
      }
    >
      <FormNote text={end.error && failureText(end.error)} />
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
