import { Group, Stack, Switch, Text } from "@mantine/core";
import type { AlertMails as AlertWishes } from "@/api/gen/types.gen";
import { useCall } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { profile } from "@/text/accounts/profile";
import { Hint } from "@/ui/base/Hint";
import { toast } from "@/ui/feedback/toasts";
import { Panel } from "@/ui/layout/Panel";
import { useLanding } from "@/ui/layout/useLanding";
import { LazySelect } from "@/ui/picker/LazySelect";

import classes from "./Profile.module.css";

/** The kinds of mails there are; each capability that sends one adds its own. */
const KINDS = [
  { kind: "payments", label: profile.paymentMails, help: profile.paymentMailsHelp },
  { kind: "brands", label: profile.brands, help: profile.brandsHelp },
  { kind: "links", label: profile.linkMails, help: profile.linkMailsHelp },
  { kind: "alerts", label: profile.alertMails, help: profile.alertMailsHelp },
] as const;

/** Saves the choice of mails and confirms it with a toast. */
const useMails = () =>
  useCall("/user/edit", {
    refresh: ["/user/profile"],
    onSuccess: () => toast.success(profile.mailsSaved),
  });

/** The version of the choice that is shown, which a choice made in another window has outdated. */
const pickNotifications = ({ notifications }: Record<string, string>) =>
  notifications ? { notifications } : undefined;

/** Which emails are wanted; a choice is saved immediately. */
export function MailsPanel() {
  const user = useUser();
  const edit = useMails();
  return (
    <Panel title={profile.mails} tall landing={useLanding("mails")}>
      <Stack>
        <Hint size="sm">{profile.mailsHelp}</Hint>
        {KINDS.map(({ kind, label, help }) => (
          <Switch
            key={kind}
            label={label}
            description={help}
            classNames={{ description: classes.help }}
            checked={user.notifications[kind]}
            disabled={edit.isPending || !hasPermission(user, "profile.edit")}
            onChange={({ currentTarget: { checked } }) =>
              edit.mutate({
                attributes: {
                  notifications: { ...user.notifications, [kind]: checked },
                  versions: pickNotifications(user.versions),
                },
              })
            }
          />
        ))}
        {user.notifications.alerts !== false && <AlertMails />}
      </Stack>
    </Panel>
  );
}

const TIMES = ["at_once", "daily", "off"] as const;

/** When alerts of each kind are mailed, and whether with amounts. */
function AlertMails() {
  const user = useUser();
  const edit = useMails();
  const { sums = false, ...kinds } = user.notifications.alert_mails ?? {};
  const disabled = edit.isPending || !hasPermission(user, "profile.edit");
  const change = (wish: AlertWishes) =>
    edit.mutate({
      attributes: {
        notifications: {
          ...user.notifications,
          alert_mails: { ...user.notifications.alert_mails, ...wish },
        },
        versions: pickNotifications(user.versions),
      },
    });
  return (
    <Stack gap="xs" className={classes.help} role="group" aria-label={profile.alertMails}>
      {Object.entries(kinds).map(([kind, time]) => (
        <Group key={kind} justify="space-between" gap="xs" wrap="nowrap">
          <Text size="sm" component="label" htmlFor={`alerts-${kind}`}>
            {profile.alertKinds[kind] ?? kind}
          </Text>
          <LazySelect
            id={`alerts-${kind}`}
            size="xs"
            w={120}
            flex="none"
            allowDeselect={false}
            disabled={disabled}
            data={TIMES.map((value) => ({ value, label: profile.alertTimes[value] }))}
            value={time}
            onChange={(value) => change({ [kind]: value })}
          />
        </Group>
      ))}
      <Hint>{profile.ownMails}</Hint>
      <Switch
        label={profile.alertSums}
        description={profile.alertSumsHelp}
        classNames={{ description: classes.help }}
        checked={sums}
        disabled={disabled}
        onChange={({ currentTarget: { checked } }) => change({ sums: checked })}
      />
    </Stack>
  );
}
