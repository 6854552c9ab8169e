import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { ScheduleList } from "@/features/exports/schedules/ScheduleList";
import { scheduleSearch } from "@/features/exports/schedules/search";
import { shell } from "@/text/core/shell";
import { schedules } from "@/text/exports/schedules";
import { AnchorLink } from "@/ui/base/links";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";

export const Route = createFileRoute("/_app/reports/schedules")({
  staticData: { title: shell.schedules },
  validateSearch: scheduleSearch,
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(query("/reports/schedule_list"));
  },
  component: SchedulesPage,
});

function SchedulesPage() {
  const { time_zone: zone } = useUser();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data } = useQuery(query("/reports/schedule_list"));
  const go = (next: typeof search) => void navigate({ search: next });
  return (
    <Page wide>
      <PageHeader
        title={shell.schedules}
        help={
          <>
            {schedules.help}{" "}
            <AnchorLink
              underline="always"
              to="/tools/apis/$"
              params={{ _splat: "guides/schedules" }}
            >
              {schedules.howTo}
            </AnchorLink>
          </>
        }
        note={schedules.times(zone)}
        action={
          data && data.total > 0 ? (
            <Button onClick={() => go({ add: true })}>{schedules.add}</Button>
          ) : undefined
        }
      />
      <ScheduleList search={search} onSearch={go} />
    </Page>
  );
}
