import { Box, Code, Stack, Table, Tabs, Text } from "@mantine/core";
import type { ReactNode } from "react";

import type { ApiField, ApiParams } from "@/api/gen/types.gen";
import { common } from "@/text/core/common";
import { api as words } from "@/text/publisher/api";
import { Panel } from "@/ui/layout/Panel";
import { RichText } from "@/ui/prose/RichText";

import classes from "./CallReference.module.css";
import { Console } from "./Console";
import { Source } from "./Source";

/** A call: what it takes and answers, its codes, programs that make it, and a console to try it. */
export function CallReference({ name, params }: { name: string; params: ApiParams }) {
  const { scope, parameters = [], answer = [], codes = [], examples = [], body } = params;
  return (
    <Stack gap="lg">
      {scope && <Text>{words.scope(scope)}</Text>}
      <Panel title={words.parameters}>
        {parameters.length ? <Fields rows={parameters} taken /> : <Text>{words.noParameters}</Text>}
      </Panel>
      <Panel title={words.examples}>
        <Text c="dimmed" size="sm">
          {words.examplesHelp}
        </Text>
        <Tabs defaultValue={examples[0]?.language}>
          <Tabs.List>
            {examples.map(({ language }) => (
              <Tabs.Tab key={language} value={language}>
                {words.languages[language]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {examples.map(({ language, source }) => (
            <Tabs.Panel key={language} value={language} pt="sm">
              <Source text={source} label={common.copyOf(words.languages[language] ?? language)} />
            </Tabs.Panel>
          ))}
        </Tabs>
      </Panel>
      <Console path={name} body={body ?? ""} />
      <Panel title={words.answer}>
        <Fields rows={answer} />
      </Panel>
      <Panel title={words.codes}>
        <Rows heads={[words.code, words.message]}>
          {codes.map(({ code, message }) => (
            <Table.Tr key={code}>
              <Table.Td>{code}</Table.Td>
              <Table.Td>{message}</Table.Td>
            </Table.Tr>
          ))}
        </Rows>
      </Panel>
    </Stack>
  );
}

/** Whether a field is required matters for what is `taken`, not for what is answered. */
function Fields({ rows, taken }: { rows: ApiField[]; taken?: boolean }) {
  return (
    <Rows heads={[words.field, words.type]}>
      {rows.map(({ name, type, required, default: usual, about }) => (
        <Table.Tr key={name}>
          <Table.Td className={classes.name}>
            <Code>{name}</Code>
          </Table.Td>
          <Table.Td>
            {type}
            {taken && required && (
              <Text span size="xs" c="dimmed" ml={8}>
                {words.required}
              </Text>
            )}
            {taken && usual !== null && (
              <Text span size="xs" c="dimmed" ml={8}>
                {words.default(usual)}
              </Text>
            )}
            {about && (
              <Box className={classes.about}>
                <RichText text={about} />
              </Box>
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  );
}

function Rows({ heads, children }: { heads: string[]; children: ReactNode }) {
  return (
    <Table verticalSpacing={8} className={classes.fields}>
      <Table.Thead>
        <Table.Tr>
          {heads.map((head) => (
            <Table.Th key={head}>{head}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  );
}
