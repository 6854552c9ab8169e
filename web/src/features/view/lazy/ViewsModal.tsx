import { Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { query } from "@/api/query";
import { SaveViewForm } from "@/features/view/SaveViewForm";
import { ViewRow } from "@/features/view/ViewRow";
import type { ViewsProps } from "@/features/view/ViewsButton";
import { view as words } from "@/text/reports/view";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { AppModal } from "@/ui/overlay/lazy/AppModal";

/** The views of a report: opened, changed, deleted, and what is shown now saved as another one. */
export function ViewsModal({ onClosed, ...views }: ViewsProps & { onClosed: () => void }) {
  const [opened, setOpened] = useState(true);
  const close = () => setOpened(false);
  const { report, filter, onOpen } = views;
  const { data, error, refetch } = useQuery(query("/reports/view_list", { filter: { report } }));
  return (
    <AppModal opened={opened} onClose={close} onClosed={onClosed} title={words.title}>
      <Stack gap="lg">
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data?.list.length === 0 && <Text c="dimmed">{words.none}</Text>}
        {data && data.list.length > 0 && (
          <Stack component="ul" gap="xs" m={0} p={0} aria-label={words.list}>
            {data.list.map((each) => (
              <ViewRow
                key={each.id}
                row={each}
                filter={filter}
                onOpen={() => {
                  onOpen(each.filter);
                  close();
                }}
              />
            ))}
          </Stack>
        )}
        <Stack gap="sm">
          <Title order={3}>{words.saveTitle}</Title>
          <SaveViewForm report={report} filter={filter} onSaved={close} />
        </Stack>
      </Stack>
    </AppModal>
  );
}
