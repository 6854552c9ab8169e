import { Paper, Skeleton, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";

import { query } from "@/api/query";
import { may } from "@/api/roles";
import { useUser } from "@/api/user";
import { common } from "@/text/common";
import { payment as words } from "@/text/payment";
import { EmptyState } from "@/ui/EmptyState";
import { FailedState } from "@/ui/FailedState";
import { repeated } from "@/ui/repeated";

import { MethodCard } from "./MethodCard";
import classes from "./MethodList.module.css";
import type { Wish } from "./PasswordModal";

const PasswordModal = lazy(() =>
  import("./PasswordModal").then(({ PasswordModal }) => ({ default: PasswordModal })),
);

/** The publisher's payment methods, the default one first. */
export function MethodList() {
  const user = useUser();
  const [wish, setWish] = useState<Wish | null>(null);
  const [wanted, setWanted] = useState(false);
  if (wish && !wanted) setWanted(true);
  const { data, error, isFetching, refetch } = useQuery(query("/payments/methods"));
  if (!data) {
    if (error) {
      return (
        <Paper>
          <FailedState error={error} busy={isFetching} onRetry={() => void refetch()} />
        </Paper>
      );
    }
    return (
      <div className={classes.cards} aria-busy="true">
        <VisuallyHidden>{common.loading}</VisuallyHidden>
        {repeated(2, (card) => (
          <Skeleton key={card} h={204} radius="lg" />
        ))}
      </div>
    );
  }
  if (data.list.length === 0) {
    return (
      <Paper>
        <EmptyState title={words.emptyTitle} help={words.emptyHelp} />
      </Paper>
    );
  }
  return (
    <>
      <ul className={classes.cards}>
        {data.list.map((method) => (
          <MethodCard
            key={method.id}
            method={method}
            zone={user.time_zone}
            mayEdit={may(user, "payment.edit")}
            only={data.list.length === 1}
            onWish={setWish}
          />
        ))}
      </ul>
      <Suspense>{wanted && <PasswordModal wish={wish} onClose={() => setWish(null)} />}</Suspense>
    </>
  );
}
