import { ActionIcon, Button, Stack, Text, TextInput } from "@mantine/core";
import type { FormErrors } from "@mantine/form";
import { IconX } from "@tabler/icons-react";

import { postback as words } from "@/text/publisher/postback";

import classes from "./Postback.module.css";
import type { PostbackValues } from "./postbackValues";

type Rows = PostbackValues["parameters"];

interface ParameterRowsProps {
  rows: Rows;
  help: string;
  errors: FormErrors;
  /** Props by which the form knows where was typed last. */
  track: (field: string) => object;
  onChange: (rows: Rows) => void;
}

/** Names and values of the parameters, a row each. */
export function ParameterRows({ rows, help, errors, track, onChange }: ParameterRowsProps) {
  const change = (index: number, part: Partial<Rows[number]>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  return (
    <Stack gap="xs" component="fieldset" m={0} p={0} style={{ border: 0 }}>
      <Text component="legend" size="xs" fw={500} p={0} pb={4}>
        {words.parameters}
      </Text>
      {rows.map(({ name, value }, index) => (
        <div key={index} className={classes.parameter}>
          <TextInput
            aria-label={words.nameOf(index + 1)}
            placeholder={words.name}
            autoComplete="off"
            spellCheck={false}
            value={name}
            onChange={({ currentTarget }) => change(index, { name: currentTarget.value })}
          />
          <TextInput
            aria-label={words.valueOf(index + 1)}
            placeholder={words.value}
            autoComplete="off"
            spellCheck={false}
            value={value}
            error={errors[`parameters.${name}`]}
            onChange={({ currentTarget }) => change(index, { value: currentTarget.value })}
            {...track(`parameters.${index}`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={words.removeParameter(index + 1)}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          >
            <IconX size={16} stroke={1.5} />
          </ActionIcon>
        </div>
      ))}
      <Text size="xs" c="dimmed">
        {help}
      </Text>
      <div>
        <Button
          size="xs"
          variant="default"
          onClick={() => onChange([...rows, { name: "", value: "" }])}
        >
          {words.addParameter}
        </Button>
      </div>
    </Stack>
  );
}
