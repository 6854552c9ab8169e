import { Checkbox, Stack } from "@mantine/core";
import type { Role } from "@/api/gen/types.gen";
import { team as words } from "@/text/accounts/team";
import { LazyMultiSelect } from "@/ui/picker/LazyMultiSelect";
import { useChannels } from "@/ui/picker/useChannels";

/** What somebody sees: the numbers of the channels, none for all of them, and whether amounts. */
export interface AccessValues {
  role: Role;
  channels: string[];
  with_money: boolean;
}

interface AccessFieldsProps {
  values: AccessValues;
  onChange: (change: Partial<AccessValues>) => void;
  /** What is wrong with the channels. */
  error?: unknown;
}

/** Which channels somebody sees, and whether amounts, as far as the role leaves it open. */
export function AccessFields({ values, onChange, error }: AccessFieldsProps) {
  const channels = useChannels();
  const { role, channels: chosen, with_money } = values;
  if (role === "owner") return null;
  return (
    <Stack gap="sm">
      {channels.length > 1 && (
        <LazyMultiSelect
          name="channels"
          label={words.channels}
          placeholder={chosen.length > 0 ? undefined : words.allChannels}
          clearable
          data={channels.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={chosen}
          onChange={(channels) => onChange({ channels })}
          error={error ? String(error) : undefined}
        />
      )}
      {role === "analyst" && (
        <Checkbox
          name="with_money"
          label={words.withMoney}
          description={words.withMoneyHelp}
          checked={with_money}
          onChange={({ currentTarget }) => onChange({ with_money: currentTarget.checked })}
        />
      )}
    </Stack>
  );
}

/** The values as a call takes them: what a role cannot have is left out. */
export function accessOf({ role, channels, with_money }: AccessValues) {
  return {
    role,
    site_ids: role === "owner" || channels.length === 0 ? null : channels.map(Number),
    with_money: role !== "analyst" || with_money,
  };
}

interface Limits {
  site_ids: number[] | null;
  with_money: boolean | null;
}

/** What somebody does not see, in words: the channels by name, and that there are no amounts. */
export function limitsOf({ site_ids, with_money }: Limits, nameOf: (id: number) => string) {
  return [
    ...(site_ids === null ? [] : [words.sees(site_ids.map(nameOf).join(", "))]),
    ...(with_money === false ? [words.withoutMoney] : []),
  ];
}
