import { createFileRoute } from "@tanstack/react-router";
import { query } from "@/api/query";
import { TeamPage } from "@/features/accounts/team/TeamPage";
import { shell } from "@/text/core/shell";
import { Page } from "@/ui/layout/Page";

export const Route = createFileRoute("/_app/settings/team")({
  staticData: { title: shell.team },
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(query("/user/changes"));
    void queryClient.prefetchQuery(query("/user/team_list"));
  },
  component: Team,
});

function Team() {
  return (
    <Page>
      <TeamPage />
    </Page>
  );
}
