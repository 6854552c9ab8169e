import { Button, Group, Select, Stack, Text } from "@mantine/core";
import { useState } from "react";

import { useCall } from "@/api/query";
import { payment as words } from "@/text/payments/payment";
import { formatMonth } from "@/ui/base/format";
import { saveFile } from "@/ui/base/saveFile";
import { AppModal } from "@/ui/overlay/lazy/AppModal";

/** This month and the eleven before, newest first. */
function lastMonths(today: string): string[] {
  const [year = 0, month = 0] = today.split("-").map(Number);
  return Array.from({ length: 12 }, (_, index) => {
    const number = year * 12 + month - 1 - index;
    return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, "0")}`;
  });
}

/** A month's statement as a file. */
export function StatementModal({ onClosed }: { onClosed: () => void }) {
  const [opened, setOpened] = useState(true);
  const months = lastMonths(new Date().toISOString());
  const [period, setPeriod] = useState(months[0] ?? "");
  const statement = useCall("/payments/statement", {
    onSuccess: ({ name, format, content }) => {
      if (format === "csv") saveFile(name, content, "text/csv");
      else
        saveFile(
          name,
          Uint8Array.from(atob(content), (c) => c.charCodeAt(0)),
          "application/pdf",
        );
      setOpened(false);
    },
  });
  const get = (format: "pdf" | "csv") => statement.mutate({ attributes: { period, format } });
  return (
    <AppModal
      opened={opened}
      onClose={() => setOpened(false)}
      onClosed={onClosed}
      title={words.statementTitle}
    >
      <Stack>
        <Text>{words.statementHelp}</Text>
        <Select
          label={words.month}
          data={months.map((value) => ({ value, label: formatMonth(`${value}-01`) }))}
          value={period}
          onChange={(value) => setPeriod(value ?? period)}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" loading={statement.isPending} onClick={() => get("csv")}>
            {words.statementCsv}
          </Button>
          <Button loading={statement.isPending} onClick={() => get("pdf")}>
            {words.statementPdf}
          </Button>
        </Group>
      </Stack>
    </AppModal>
  );
}
