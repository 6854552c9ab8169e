import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { query } from "@/api/query";
import { may } from "@/api/roles";
import { useUser } from "@/api/user";
import { payment as words } from "@/text/publisher/payment";
import { PasswordDialog } from "@/ui/confirm/PasswordDialog";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { CardList } from "@/ui/table/CardList";

import { MethodCard } from "./MethodCard";
import { questionOf, type Wish } from "./wish";

/** The publisher's payment methods, the default one first. */
export function MethodList() {
  const user = useUser();
  const [wish, setWish] = useState<Wish | null>(null);
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
      {wish && <PasswordDialog {...questionOf(wish)} onGone={() => setWish(null)} />}
    </>
  );
}
