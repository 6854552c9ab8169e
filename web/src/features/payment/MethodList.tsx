import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";

import { query } from "@/api/query";
import { may } from "@/api/roles";
import { useUser } from "@/api/user";
import { payment as words } from "@/text/payment";
import { CardList } from "@/ui/CardList";
import { EmptyState } from "@/ui/EmptyState";

import { MethodCard } from "./MethodCard";
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
  const answer = useQuery(query("/payments/methods"));
  return (
    <>
      <CardList
        answer={answer}
        expected={2}
        height={204}
        empty={<EmptyState title={words.emptyTitle} help={words.emptyHelp} />}
        card={(method, { length }) => (
          <MethodCard
            key={method.id}
            method={method}
            zone={user.time_zone}
            mayEdit={may(user, "payment.edit")}
            only={length === 1}
            onWish={setWish}
          />
        )}
      />
      <Suspense>{wanted && <PasswordModal wish={wish} onClose={() => setWish(null)} />}</Suspense>
    </>
  );
}
