import {
  Box,
  Button,
  Code,
  Group,
  PasswordInput,
  Stack,
  Table,
  Tabs,
  Text,
  Textarea,
} from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { useState } from "react";
import { post } from "@/api/call";
import { failureText } from "@/api/form/failureText";
import type { ApiField, ApiParams } from "@/api/gen/types.gen";
import { api as words } from "@/text/accounts/api";
import { copying } from "@/text/core/copying";
import { Hint } from "@/ui/base/Hint";
import { FormNote } from "@/ui/form/FormNote";
import { Panel } from "@/ui/layout/Panel";
import { RichText } from "@/ui/prose/RichText";
import classes from "./CallReference.module.css";
import { Source } from "./Source";

/**
 * The reference of a call: its request and response, error codes, example programs, and a console
 * to try it.
 */
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
              <Source text={source} label={copying.copyOf(words.languages[language] ?? language)} />
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

/** The fields of a request or a response; only a request's fields say whether they are required. */
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

interface Reply {
  status: number;
  ms: number;
  text: string;
}

/** Makes a call as a script would: with a token, whose scopes decide. */
function Console({ path, body }: { path: string; body: string }) {
  const [token, setToken] = useState("");
  const [request, setRequest] = useState(body);
  const [busy, setBusy] = useState(false);
  const [reply, setReply] = useState<Reply | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const wrong = isJson(request) ? null : words.bodyWrong;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (wrong || busy) return;
    setBusy(true);
    setFailure(null);
    try {
      setReply(await send(path, token, request));
    } catch (thrown) {
      setFailure(failureText(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Panel title={words.console}>
      <form onSubmit={submit}>
        <Stack>
          <Text c="dimmed" size="sm">
            {words.consoleHelp}
          </Text>
          <PasswordInput
            name="token"
            label={words.token}
            autoComplete="off"
            value={token}
            onChange={({ currentTarget }) => setToken(currentTarget.value)}
          />
          <Textarea
            name="body"
            autoCapitalize="none"
            label={words.body}
            autosize
            minRows={4}
            maxRows={18}
            spellCheck={false}
            styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: 12 } }}
            error={wrong}
            value={request}
            onChange={({ currentTarget }) => setRequest(currentTarget.value)}
          />
          <FormNote text={failure} />
          <Group>
            <Button type="submit" loading={busy} disabled={!token.trim()}>
              {words.send}
            </Button>
          </Group>
        </Stack>
      </form>
      {reply && !wrong && (
        <Stack gap={4} aria-live="polite">
          <Hint size="sm">{words.replyIn(reply.status, reply.ms)}</Hint>
          <Source text={reply.text} label={copying.copyOf(words.reply)} />
        </Stack>
      )}
    </Panel>
  );
}

async function send(path: string, token: string, body: string): Promise<Reply> {
  const began = performance.now();
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token.trim()}` };
  const response = await post(path, { headers, body });
  const text = await response.text();
  const ms = Math.round(performance.now() - began);
  return { status: response.status, ms, text: isJson(text) ? indent(text) : text };
}

const indent = (text: string) => JSON.stringify(JSON.parse(text), null, 2);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
