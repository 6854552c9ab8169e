import { Radio, RadioGroup, type RadioGroupProps, Stack } from "@mantine/core";
import type { Role } from "@/api/gen/types.gen";
import { team as words } from "@/text/accounts/team";
import { Hint } from "@/ui/base/Hint";

const ROLES = Object.keys(words.roles) as Role[];

/** The choice of a role, each with what it may do. */
export function RoleField(props: Omit<RadioGroupProps, "children">) {
  return (
    <RadioGroup label={words.role} {...props}>
      <Stack gap="xs" mt={8}>
        {ROLES.map((role) => (
          <Radio
            key={role}
            value={role}
            label={
              <Stack gap={0} component="span">
                {words.roles[role]}
                <Hint span>{words.roleHelp[role]}</Hint>
              </Stack>
            }
          />
        ))}
      </Stack>
    </RadioGroup>
  );
}
