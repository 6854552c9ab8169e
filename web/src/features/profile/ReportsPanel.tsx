import { Button, Fieldset, Group, Progress, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { useCallForm } from "@/api/form/useCallForm";
import { query } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { profile } from "@/text/account/profile";
import { toast } from "@/ui/feedback/toasts";
import { withHelp } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";
import { Panel } from "@/ui/layout/Panel";

import { currencies, zones } from "@/ui/picker/choices";
import { LazySelect } from "@/ui/picker/LazySelect";

const POLL_INTERVAL = 2_000;

/** In which time zone and currency the reports are. */
export function ReportsPanel() {
  const user = useUser();
  const { form, submit, busy, failure } = useCallForm("/user/edit", {
    initialValues: {
      time_zone: user.counting?.time_zone ?? user.time_zone,
      currency: user.currency,
    },
    attributes: ({ time_zone, currency }) => ({
      time_zone,
      currency: user.currency_fixed ? null : currency,
    }),
    draft: `reports ${user.uid}`,
    refresh: ["/user/profile"],
    onSuccess: () => {
      form.resetDirty();
      toast.success(profile.saved);
    },
  });
  const currencyHelp = user.currency_fixed ? profile.currencyFixed : profile.currencyHelp;
  return (
    <Panel title={profile.reports} tall>
      <form noValidate onSubmit={submit}>
        <Fieldset variant="unstyled" mx={0} disabled={!hasPermission(user, "account.edit")}>
          <Stack gap="md">
            <LazySelect
              label={profile.zone}
              data={zones(user.time_zone)}
              searchable
              allowDeselect={false}
              limit={100}
              disabled={user.counting !== null}
              {...withHelp(profile.zoneHelp, form.errors.time_zone)}
              {...form.getInputProps("time_zone")}
            />
            {user.counting && <RecountProgress />}
            <LazySelect
              label={profile.currency}
              data={currencies(user.currency)}
              searchable
              allowDeselect={false}
              limit={100}
              disabled={user.currency_fixed}
              {...withHelp(currencyHelp, form.errors.currency)}
              {...form.getInputProps("currency")}
            />
            <FormNote text={failure} />
            <Group justify="flex-end">
              <Button
                type="submit"
                variant={form.isDirty() ? "filled" : "default"}
                loading={busy}
                disabled={user.counting !== null}
              >
                {profile.saveReports}
              </Button>
            </Group>
          </Stack>
        </Fieldset>
      </form>
    </Panel>
  );
}

/** Progress of recalculating the figures in a new time zone; polls until it is done. */
function RecountProgress() {
  const { data } = useQuery({ ...query("/user/profile"), refetchInterval: POLL_INTERVAL });
  if (!data?.counting) return null;
  const { time_zone, done, months } = data.counting;
  return (
    <Stack gap={4} role="status">
      <Text size="sm" fw={500}>
        {profile.countingTitle}
      </Text>
      <Progress value={months > 0 ? (100 * done) / months : 0} aria-label={profile.countingTitle} />
      <Text size="xs" c="dimmed">
        {profile.counting(time_zone, done, months)}. {profile.countingHelp}
      </Text>
    </Stack>
  );
}
