import { Button, Group, PasswordInput, Stack, Text, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";

import { post } from "@/api/call";
import { failureText } from "@/api/form/failureText";
import { common } from "@/text/core/common";
import { api as words } from "@/text/publisher/api";
import { FormNote } from "@/ui/form/FormNote";
import { Panel } from "@/ui/layout/Panel";

import { Source } from "./Source";

interface Reply {
  status: number;
  ms: number;
  text: string;
}

/** Makes a call as a script would: with a token, whose scopes decide. */
export function Console({ path, body }: { path: string; body: string }) {
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
        <Stack gap="md">
          <Text c="dimmed" size="sm">
            {words.consoleHelp}
          </Text>
          <PasswordInput
            label={words.token}
            autoComplete="off"
            value={token}
            onChange={({ currentTarget }) => setToken(currentTarget.value)}
          />
          <Textarea
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
          <Text size="sm" c="dimmed">
            {words.replyIn(reply.status, reply.ms)}
          </Text>
          <Source text={reply.text} label={common.copyOf(words.reply)} />
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
