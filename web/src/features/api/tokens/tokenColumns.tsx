import type { ApiToken } from "@/api/gen/types.gen";
import { table } from "@/text/core/table";
import { api as words } from "@/text/publisher/api";
import { DateText } from "@/ui/base/Numbers";
import { ActionMenu } from "@/ui/overlay/ActionMenu";
import type { Column } from "@/ui/table/DataTable";

export function tokenColumns(
  zone: string,
  onRotate: (token: ApiToken) => void,
  onRevoke: (token: ApiToken) => void,
): Array<Column<ApiToken>> {
  const day = (value: string | null | undefined, otherwise: string) =>
    value ? <DateText value={value} zone={zone} /> : otherwise;
  return [
    { key: "name", title: words.name, cell: ({ name }) => name },
    { key: "scopes", title: words.scopes, phone: "more", cell: ({ scopes }) => scopes.join(", ") },
    {
      key: "last_used_at",
      title: words.lastUsed,
      phone: "figure",
      cell: ({ last_used_at }) => day(last_used_at, words.unused),
    },
    {
      key: "expires_at",
      title: words.expiresAt,
      cell: ({ expires_at }) => day(expires_at, words.never),
    },
    { key: "created_at", title: words.created, cell: ({ created_at }) => day(created_at, "") },
    {
      key: "actions",
      title: table.actions,
      always: true,
      phone: "menu",
      width: 88,
      cell: (token) => (
        <ActionMenu
          label={words.actions(token.name)}
          groups={[
            [{ label: words.rotate, onClick: () => onRotate(token) }],
            [{ label: words.revoke, onClick: () => onRevoke(token) }],
          ]}
        />
      ),
    },
  ];
}
