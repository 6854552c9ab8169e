import { Stack, Switch, Text } from "@mantine/core";

import { useCall } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { profile } from "@/text/account/profile";
import { Panel } from "@/ui/layout/Panel";

import classes from "./Profile.module.css";

/** The kinds of mails there are; each capability that sends one adds its own. */
const KINDS = [
  { kind: "payments", label: profile.paymentMails, help: profile.paymentMailsHelp },
  { kind: "brands", label: profile.brands, help: profile.brandsHelp },
  { kind: "links", label: profile.linkMails, help: profile.linkMailsHelp },
] as const;

/** Which emails are wanted; a switch is saved immediately. */
export function MailsPanel() {
  const user = useUser();
  const edit = useCall("/user/edit", { refresh: ["/user/profile"] });
  return (
    <Panel title={profile.mails} tall>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {profile.mailsHelp}
        </Text>
        {KINDS.map(({ kind, label, help }) => (
          <Switch
            key={kind}
            label={label}
            description={help}
            classNames={{ description: classes.help }}
            checked={user.notifications[kind]}
            disabled={edit.isPending || !hasPermission(user, "account.edit")}
            onChange={({ currentTarget: { checked } }) =>
              edit.mutate({
                attributes: { notifications: { ...user.notifications, [kind]: checked } },
              })
            }
          />
        ))}
      </Stack>
    </Panel>
  );
}
