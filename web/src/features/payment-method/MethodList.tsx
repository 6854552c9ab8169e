import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { query } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { paymentMethod as words } from "@/text/publisher/paymentMethod";
import { LazyPasswordModal } from "@/ui/confirm/LazyPasswordModal";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { CardList } from "@/ui/table/CardList";

import { MethodCard } from "./MethodCard";
import { type MethodAction, passwordPromptOf } from "./passwordAction";

/** The publisher's payment methods, the default one first. */
export function MethodList() {
  const user = useUser();
  const [wish, setWish] = useState<MethodAction | null>(null);
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
            mayEdit={hasPermission(user, "payment.edit")}
            only={length === 1}
            onAction={setWish}
          />
        )}
      />
      {wish && <LazyPasswordModal {...passwordPromptOf(wish)} onClosed={() => setWish(null)} />}
    </>
  );
}
