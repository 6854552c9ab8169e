import { Button, Group, Stack } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import classes from "@/features/network/Network.module.css";
import { accountsInput, type TabProps } from "@/features/network/search";
import { accounts } from "@/text/network/accounts";
import { network } from "@/text/network/network";
import { parseId } from "@/ui/base/searchParams";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { SearchInput } from "@/ui/filter/SearchInput";
import { DataTable } from "@/ui/table/DataTable";
import { useOpenedRow } from "@/ui/table/opened/useOpenedRow";
import { PageControls } from "@/ui/table/PageControls";
import { accountColumns } from "./accountColumns";

/** The publishers: how they sign in, and what their owners cannot do themselves. */
export function AccountsTab({ search, onSearch }: TabProps) {
  const { time_zone: zone } = useUser();
  const input = accountsInput(search);
  const answer = useQuery({
    ...query("/network/accounts", input),
    placeholderData: keepPreviousData,
  });
  const { keyword, look } = search;
  const uid = parseId(look);
  const opened = useOpenedRow({
    answer,
    isOpened: uid === undefined ? undefined : (row) => row.uid === uid,
    alone: query("/network/accounts", { filter: { uid } }),
  });
  return (
    <Stack gap="md">
      <Group gap="xs">
        <SearchInput
          className={classes.search}
          label={accounts.search}
          hint={accounts.search}
          value={keyword ?? ""}
          onSearch={(typed) =>
            onSearch({ ...search, keyword: typed || undefined, curPage: undefined })
          }
        />
      </Group>
      <DataTable
        name="network_accounts"
        label={accounts.publishers}
        answer={answer}
        columns={accountColumns(zone)}
        id={({ uid }) => uid}
        onOpen={({ uid }) => onSearch({ ...search, look: String(uid) })}
        opened={uid ?? null}
        look={{
          title: ({ publisher, username }) => publisher || username,
          opened,
          onClose: () => onSearch({ ...search, look: undefined }),
        }}
        empty={
          keyword ? (
            <EmptyState
              title={accounts.noMatch}
              help={network.noMatchHelp}
              action={
                <Button size="xs" variant="default" onClick={() => onSearch({ tab: "publishers" })}>
                  {network.clear}
                </Button>
              }
            />
          ) : (
            <EmptyState title={accounts.none} help={accounts.noneHelp} />
          )
        }
        pages={
          answer.data && (
            <PageControls
              {...input.page}
              total={answer.data.total}
              onChange={(picked) => onSearch({ ...search, ...picked })}
            />
          )
        }
      />
    </Stack>
  );
}
