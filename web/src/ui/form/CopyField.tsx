import { TextInput } from "@mantine/core";

import { copying } from "@/text/core/copying";

import { CopyButton } from "./CopyButton";

/** A read-only value to copy. */
export function CopyField({ label, value }: { label: string; value: string }) {
  return (
    <TextInput
      label={label}
      value={value}
      readOnly
      onFocus={({ target }) => target.select()}
      rightSectionWidth={36}
      rightSection={<CopyButton value={value} what={copying.copyOf(label)} />}
    />
  );
}
