import { Box, Text } from "@mantine/core";

import type { ImportPreview } from "@/api/gen/types.gen";
import { imports } from "@/text/network/imports";
import { Cell, Head, SmallTable } from "@/ui/table/SmallTable";

/** The first rows of a file, and which of them would be refused. */
export function PreviewTable({ preview }: { preview: ImportPreview }) {
  return (
    <Box role="region" aria-label={imports.preview} tabIndex={0} style={{ overflowX: "auto" }}>
      <SmallTable label={imports.preview} miw="max-content">
        <thead>
          <tr>
            <Head numeric>{imports.line}</Head>
            <Head>{imports.state}</Head>
            {preview.columns.map((column, index) => (
              // Two columns may have one name.
              <Head key={`${index} ${column}`}>{column}</Head>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.list.map(({ line, cells, reason }) => (
            <tr key={line}>
              <Cell numeric>{line}</Cell>
              <Cell miw={160}>
                <Text size="sm" maw={320} c={reason ? "var(--mantine-color-error)" : "dimmed"}>
                  {reason ?? (preview.reason ? "–" : imports.fine)}
                </Text>
              </Cell>
              {cells.map((cell, index) => (
                <Cell key={`${line} ${preview.columns[index] ?? index}`}>{cell}</Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </Box>
  );
}
