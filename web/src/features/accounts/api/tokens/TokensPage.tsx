import { Button, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiToken } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { api as words } from "@/text/accounts/api";
import { shell } from "@/text/core/shell";
import { Hint } from "@/ui/base/Hint";
import { DateText } from "@/ui/base/Numbers";
import { overlay } from "@/ui/base/overlay";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { toast } from "@/ui/feedback/toasts";
import { PageHeader } from "@/ui/layout/PageHeader";
import { ActionMenu } from "@/ui/overlay/ActionMenu";
import { menuColumn } from "@/ui/table/columns";
import { type Column, DataTable } from "@/ui/table/DataTable";

const TokenModal = overlay(() => import("./TokenModal").then(({ TokenModal }) => TokenModal));

/** The tokens of the publisher's scripts. */
export function TokensPage() {
  const user = useUser();
  const zone = user.time_zone;
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
        columns={tokenColumns(zone, hasPermission(user, "team.edit"), setDraft, ask)}
        id={({ id }) => id}
        hiddenByDefault={["created_at"]}
        expected={3}
        empty={<EmptyState title={words.empty} help={words.emptyHelp} action={make} />}
      />
      {draft && (
        <TokenModal rotated={draft === "new" ? null : draft} onClosed={() => setDraft(null)} />
      )}
    </Stack>
  );
}

function tokenColumns(
  zone: string,
  ofAll: boolean,
  onRotate: (token: ApiToken) => void,
  onRevoke: (token: ApiToken) => void,
): Array<Column<ApiToken>> {
  const day = (value: string | null | undefined, otherwise: string) =>
    value ? <DateText value={value} zone={zone} /> : otherwise;
  return [
    {
      key: "name",
      title: words.name,
      cell: ({ name, maker }) => (
        <>
          {name}
          {ofAll && <Hint truncate>{words.madeBy(maker)}</Hint>}
        </>
      ),
    },
    {
      key: "scopes",
      title: words.scopes,
      phone: "more",
      cell: ({ scopes }) => (
        <Text span inherit className="portal-whole">
          {scopes.join(", ")}
        </Text>
      ),
    },
    {
      key: "last_used_at",
      title: words.lastUsed,
      phone: "figure",
      cell: ({ last_used_at }) => day(last_used_at, words.unused),
    },
    {
      key: "expires_at",
      title: words.expiresAt,
      named: true,
      cell: ({ expires_at }) => day(expires_at, words.never),
    },
    menuColumn(
      (token) => (
        <ActionMenu
          label={words.actions(token.name)}
          groups={[
            [{ label: words.rotate, onClick: () => onRotate(token) }],
            [{ label: words.revoke, onClick: () => onRevoke(token) }],
          ]}
        />
      ),
      88,
    ),
  ];
}
