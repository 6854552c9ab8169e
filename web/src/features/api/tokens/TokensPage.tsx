import { Button, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";

import type { ApiToken } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { shell } from "@/text/core/shell";
import { api as words } from "@/text/publisher/api";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { toast } from "@/ui/feedback/toasts";
import { PageHeader } from "@/ui/layout/PageHeader";
import { DataTable } from "@/ui/table/DataTable";

import { tokenColumns } from "./tokenColumns";

const TokenModal = lazy(() =>
  import("./TokenModal").then(({ TokenModal }) => ({ default: TokenModal })),
);

/** The tokens of the publisher's scripts. */
export function TokensPage() {
  const { time_zone: zone } = useUser();
  const [draft, setDraft] = useState<ApiToken | "new" | null>(null);
  const answer = useQuery(query("/common/token_list"));
  const revoke = useCall("/common/token_del", { refresh: ["/common/token_list"] });
  const ask = (token: ApiToken) =>
    openConfirm({
      title: words.revokeTitle(token.name),
      question: words.revokeHelp,
      confirm: words.revoke,
      destroys: true,
      onConfirm: () =>
        revoke.mutate(
          { attributes: { id: token.id } },
          { onSuccess: () => toast.success(words.revoked(token.name)) },
        ),
    });
  const make = <Button onClick={() => setDraft("new")}>{words.make}</Button>;
  return (
    <Stack gap="lg">
      <PageHeader
        title={shell.apiTokens}
        help={words.tokensHelp}
        action={answer.data?.total ? make : undefined}
      />
      <DataTable
        name="api_tokens"
        label={shell.apiTokens}
        answer={answer}
        columns={tokenColumns(zone, setDraft, ask)}
        id={({ id }) => id}
        hiddenByDefault={["created_at"]}
        expected={3}
        empty={<EmptyState title={words.empty} help={words.emptyHelp} action={make} />}
      />
      {draft && (
        <Suspense>
          <TokenModal rotated={draft === "new" ? null : draft} onClosed={() => setDraft(null)} />
        </Suspense>
      )}
    </Stack>
  );
}
