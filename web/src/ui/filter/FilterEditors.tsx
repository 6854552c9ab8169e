import { Button, Skeleton, Stack, TextInput } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useState } from "react";

import { table } from "@/text/core/table";

import { overlay } from "@/ui/base/overlay";

export interface Option<V extends string = string> {
  value: V;
  label: string;
}

interface ChoiceEditorProps<V extends string> {
  label: string;
  options: Array<Option<V>>;
  value: V | null;
  onPick: (value: V) => void;
}

/** Picks one of a few, in a filter's chip. */
export function ChoiceEditor<V extends string>({
  label,
  options,
  value,
  onPick,
}: ChoiceEditorProps<V>) {
  return (
    <Stack gap={0} role="group" aria-label={label} miw={180}>
      {options.map((option) => {
        const picked = option.value === value;
        return (
          <Button
            key={option.value}
            size="xs"
            variant="subtle"
            color="gray"
            justify="space-between"
            fw={picked ? 600 : 400}
            aria-pressed={picked}
            rightSection={picked && <IconCheck size={14} />}
            onClick={() => onPick(option.value)}
          >
            {option.label}
          </Button>
        );
      })}
    </Stack>
  );
}

interface TextEditorProps {
  label: string;
  value: string | null;
  onApply: (value: string) => void;
}

/** A text to search for, in a filter's chip. */
export function TextEditor({ label, value, onApply }: TextEditorProps) {
  const [typed, setTyped] = useState(value ?? "");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim()) onApply(typed.trim());
      }}
    >
      <Stack gap="xs" miw={220}>
        <TextInput
          size="xs"
          name="filter"
          label={label}
          value={typed}
          maxLength={100}
          data-autofocus
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button size="xs" type="submit" disabled={!typed.trim()}>
          {table.apply}
        </Button>
      </Stack>
    </form>
  );
}

/** Picks several, in a filter's chip. */
export const MultiChoiceEditor = overlay(
  () => import("./lazy/MultiChoicePicker").then(({ MultiChoicePicker }) => MultiChoicePicker),
  <Skeleton w={280} h={54} />,
);
