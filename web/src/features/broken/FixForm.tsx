import { Button, Group, Stack, Text, TextInput } from "@mantine/core";

import type { BrokenLink } from "@/api/gen/types.gen";
import { broken as words } from "@/text/publisher/broken";
import { FormNote } from "@/ui/form/FormNote";

interface FixFormProps {
  link: BrokenLink;
  /** What is typed. */
  address: string;
  onAddress: (address: string) => void;
  busy: boolean;
  /** Why the address was refused. */
  refusal: string | undefined;
  /** Why it could not be sent. */
  failure: string | null;
  onFix: (wish: { target_url?: string; fallback?: string }) => void;
}

/** The two ways to fix a link: its suggestion with one click, or another address. */
export function FixForm({ link, address, onAddress, busy, refusal, failure, onFix }: FixFormProps) {
  const trimmed = address.trim();
  return (
    <Stack gap="sm">
      {link.suggestion && (
        <Group gap="xs" justify="space-between" align="center">
          <div>
            <Text size="xs" c="dimmed">
              {words.suggestion}
            </Text>
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              {link.suggestion}
            </Text>
          </div>
          <Button size="xs" loading={busy} onClick={() => onFix({})}>
            {words.useSuggestion}
          </Button>
        </Group>
      )}
      <TextInput
        label={words.newAddress}
        description={words.addressHelp}
        placeholder={words.addressHint}
        inputMode="url"
        autoComplete="off"
        maxLength={255}
        error={refusal}
        value={address}
        onChange={(event) => onAddress(event.currentTarget.value)}
      />
      <FormNote text={failure} />
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          disabled={!trimmed}
          loading={busy}
          onClick={() => onFix({ target_url: trimmed })}
        >
          {words.setTarget}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={!trimmed}
          loading={busy}
          onClick={() => onFix({ fallback: trimmed })}
        >
          {words.setFallback}
        </Button>
      </Group>
      <Text size="xs" c="dimmed">
        {words.twoWays}
      </Text>
    </Stack>
  );
}
