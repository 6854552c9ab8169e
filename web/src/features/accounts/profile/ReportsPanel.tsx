import { Button, Fieldset, Group, Progress, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useCallForm } from "@/api/form/useCallForm";
import * as codes from "@/api/gen/codes.gen";
import { query } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { profile } from "@/text/accounts/profile";
import { Hint } from "@/ui/base/Hint";
import { toast } from "@/ui/feedback/toasts";
import { fieldsOf } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";
import { Panel } from "@/ui/layout/Panel";
import { LazySelect } from "@/ui/picker/LazySelect";
import { currencies, zones } from "@/ui/picker/zonesAndCurrencies";
import { useVersions } from "./useVersions";

const POLL_INTERVAL = 2_000;

/** The form for the time zone and currency of reports. */
export function ReportsPanel() {
  const user = useUser();
  const { versions, renew } = useVersions(["time_zone", "currency"]);
  const { form, submit, busy, failure } = useCallForm("/user/edit", {
    initialValues: {
      time_zone: user.counting?.time_zone ?? user.time_zone,
      currency: user.currency,
    },
    attributes: ({ time_zone, currency }) => ({
      time_zone,
      currency: user.currency_fixed ? null : currency,
      versions,
    }),
    draft: `reports ${user.uid}`,
    refresh: ["/user/profile"],
    textByCode: { [codes.CHANGED_MEANWHILE]: () => profile.changedMeanwhile },
    onSuccess: () => {
      form.resetDirty();
      renew();
      toast.success(profile.saved);
    },
  });
  const field = fieldsOf(form);
  const currencyHelp = user.currency_fixed ? profile.currencyFixed : profile.currencyHelp;
  return (
    <Panel title={profile.reports} tall>
      <form noValidate onSubmit={submit}>
        <Fieldset variant="unstyled" mx={0} disabled={!hasPermission(user, "account.edit")}>
          <Stack>
            <LazySelect
              {...field("time_zone", profile.zone, profile.zoneHelp)}
              data={zones(user.time_zone)}
              searchable
              limit={100}
              disabled={user.counting !== null}
            />
            {user.counting && <RecountProgress />}
            <LazySelect
              {...field("currency", profile.currency, currencyHelp)}
              data={currencies(user.currency)}
              searchable
              limit={100}
              disabled={user.currency_fixed}
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
  const help = time_zone === data.time_zone ? profile.recountHelp : profile.countingHelp;
  return (
    <Stack gap={4} role="status">
      <Text size="sm" fw={500}>
        {profile.countingTitle}
      </Text>
      <Progress value={months > 0 ? (100 * done) / months : 0} aria-label={profile.countingTitle} />
      <Hint>
        {profile.counting(time_zone, done, months)}. {help}
      </Hint>
    </Stack>
  );
}
