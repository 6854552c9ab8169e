import { Anchor, Button, Code, Group, List, Stack } from "@mantine/core";
import { useState } from "react";
import { failureText } from "@/api/form/failureText";
import type { CaseOutcome, Uploaded } from "@/api/gen/types.gen";
import { useCall } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { useUpload } from "@/api/useUpload";
import { cases } from "@/text/orders/case";
import { Hint } from "@/ui/base/Hint";
import { FormNote } from "@/ui/form/FormNote";
import { CountRow } from "@/ui/layout/DetailRow";
import { TableFileField } from "@/ui/picker/TableFileField";
import { Cell, Head, SmallTable } from "@/ui/table/SmallTable";

/** An example file with a line for each kind of case. */
const EXAMPLE = `data:text/csv;charset=utf-8,${encodeURIComponent(
  [
    "kind,note,mcid,order_id,order_time,currency,amount,oid",
    "missing,The customer's confirmation is at hand,brand-id,A-1001,2026-11-20 10:00,GBP,49.90,",
    "incorrect,Two were bought,,,,,99.80,1000001",
    "declined,It was not returned,,,,,,1000002",
  ].join("\r\n"),
)}`;

interface CaseFileFormProps {
  onClose: () => void;
}

/** Uploads a CSV file with a case on each line, and shows the outcome of each. */
export function CaseFileForm({ onClose }: CaseFileFormProps) {
  const { time_zone: zone } = useUser();
  const upload = useUpload("/reports/books_file");
  const [file, setFile] = useState<Uploaded | null>(null);
  const open = useCall("/reports/cases_file", { refresh: ["/reports/case_list"] });
  const pick = async (picked: File) => {
    open.reset();
    setFile(await upload.send(picked));
  };
  const outcomes = open.data?.list;
  return (
    <Stack gap="lg">
      <TableFileField
        label={cases.file}
        help={cases.fileHelp}
        name={file?.name}
        busy={upload.busy}
        error={upload.error}
        onPick={(picked) => void pick(picked)}
      />
      <Stack gap={4}>
        <Hint size="sm">{cases.fileColumns}</Hint>
        <List size="sm" c="dimmed">
          {cases.fileKinds.map(([kind, columns]) => (
            <List.Item key={kind}>
              <Code>{kind}</Code> {columns}
            </List.Item>
          ))}
        </List>
        <Hint size="sm">{cases.fileTimes(zone)}</Hint>
        <Anchor size="sm" href={EXAMPLE} download="cases.csv" style={{ alignSelf: "start" }}>
          {cases.fileExample}
        </Anchor>
      </Stack>
      {outcomes && <Outcomes outcomes={outcomes} />}
      <FormNote text={open.error && failureText(open.error)} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {cases.close}
        </Button>
        <Button
          disabled={!file || open.isSuccess}
          loading={open.isPending}
          onClick={() => file && open.mutate({ attributes: { file_url: file.url } })}
        >
          {cases.openFile}
        </Button>
      </Group>
    </Stack>
  );
}

/** How many cases were opened, and why the others were not. */
function Outcomes({ outcomes }: { outcomes: CaseOutcome[] }) {
  const count = (wanted: CaseOutcome["outcome"]) =>
    outcomes.filter(({ outcome }) => outcome === wanted).length;
  const refused = outcomes.filter(({ outcome }) => outcome === "refused");
  return (
    <Stack gap="sm" role="status">
      <Stack gap={4}>
        <CountRow name={cases.outcomes.created} value={count("created")} />
        <CountRow name={cases.outcomes.unchanged} value={count("unchanged")} />
        <CountRow name={cases.outcomes.refused} value={refused.length} />
      </Stack>
      {refused.length > 0 && (
        <SmallTable label={cases.refusedLines}>
          <thead>
            <tr>
              <Head numeric>{cases.line}</Head>
              <Head>{cases.column}</Head>
              <Head>{cases.why}</Head>
            </tr>
          </thead>
          <tbody>
            {refused.map(({ row, field, reason }) => (
              <tr key={row}>
                <Cell numeric>{row}</Cell>
                <Cell style={{ whiteSpace: "nowrap" }}>{field ?? "–"}</Cell>
                <Cell>{reason}</Cell>
              </tr>
            ))}
          </tbody>
        </SmallTable>
      )}
    </Stack>
  );
}
