import { Button, Group, Stack } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";

import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { pageOf, type TabProps } from "@/features/network/search";
import { staff as words } from "@/text/network/staff";
import { parseId } from "@/ui/base/searchParams";
import { LazyPasswordModal } from "@/ui/confirm/LazyPasswordModal";
import { DataTable } from "@/ui/table/DataTable";
import { useOpenedRow } from "@/ui/table/opened/useOpenedRow";
import { PageControls } from "@/ui/table/PageControls";

import { staffColumns } from "./staffColumns";
import { passwordPromptOf, type StaffAction } from "./staffPrompt";

const AddStaffModal = lazy(() =>
  import("./AddStaffModal").then(({ AddStaffModal }) => ({ default: AddStaffModal })),
);

/** The network's own staff: who may sign in as an operator. */
export function StaffTab({ search, onSearch }: TabProps) {
  const { id, time_zone: zone } = useUser();
  const [adding, setAdding] = useState(false);
  const [asking, setAsking] = useState<StaffAction | null>(null);
  const page = pageOf(search);
  const answer = useQuery({
    ...query("/staff/list", { page }),
    placeholderData: keepPreviousData,
  });
  const look = parseId(search.look);
  const opened = useOpenedRow({
    answer,
    isOpened: look === undefined ? undefined : (row) => row.id === look,
    alone: query("/staff/list", { filter: { id: look } }),
  });
  return (
    <Stack gap="md">
      <Group justify="flex-end">
        <Button onClick={() => setAdding(true)}>{words.add}</Button>
      </Group>
      <DataTable
        name="network_staff"
        label={words.members}
        answer={answer}
        columns={staffColumns(zone, id, setAsking)}
        id={(row) => row.id}
        onOpen={(row) => onSearch({ ...search, look: String(row.id) })}
        opened={look ?? null}
        look={{
          title: ({ email }) => email,
          opened,
          onClose: () => onSearch({ ...search, look: undefined }),
        }}
        empty={null}
        pages={
          answer.data && (
            <PageControls
              {...page}
              total={answer.data.total}
              onChange={(picked) => onSearch({ ...search, ...picked })}
            />
          )
        }
      />
      {adding && (
        <Suspense>
          <AddStaffModal onClosed={() => setAdding(false)} />
        </Suspense>
      )}
      {asking && (
        <LazyPasswordModal {...passwordPromptOf(asking)} onClosed={() => setAsking(null)} />
      )}
    </Stack>
  );
}
