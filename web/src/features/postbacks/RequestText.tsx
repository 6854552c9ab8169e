import { Code, Stack, Text } from "@mantine/core";

import { postback as words } from "@/text/postbacks/postback";

interface RequestTextProps {
  label: string;
  method: string;
  url: string;
  body: string | null;
}

/** A request as it is sent. */
export function RequestText({ label, method, url, body }: RequestTextProps) {
  return (
    <Stack gap={4}>
      <Text size="xs" fw={500}>
        {label}
      </Text>
      <Code block style={WRAPPED}>
        {method} {url}
      </Code>
      {body && (
        <>
          <Text size="xs" fw={500}>
            {words.body}
          </Text>
          <Code block style={WRAPPED}>
            {body}
          </Code>
        </>
      )}
    </Stack>
  );
}

const WRAPPED = { whiteSpace: "pre-wrap", overflowWrap: "anywhere" } as const;
