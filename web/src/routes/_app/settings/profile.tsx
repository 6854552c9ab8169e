import { SimpleGrid } from "@mantine/core";
import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { CompanyPanel } from "@/features/accounts/profile/CompanyPanel";
import { KitsPanel } from "@/features/accounts/profile/KitsPanel";
import { MailsPanel } from "@/features/accounts/profile/MailsPanel";
import { ReportsPanel } from "@/features/accounts/profile/ReportsPanel";
import { YouPanel } from "@/features/accounts/profile/YouPanel";
import { profile } from "@/text/accounts/profile";
import { shell } from "@/text/core/shell";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";

export const Route = createFileRoute("/_app/settings/profile")({
  staticData: { title: shell.profile },
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(query("/site/list", { page: { curPage: 1, perPage: 1_000 } }));
  },
  component: ProfilePage,
});

function ProfilePage() {
  const user = useUser();
  return (
    <Page>
      <PageHeader
        title={shell.profile}
        help={hasPermission(user, "account.edit") ? profile.help : profile.readOnly}
      />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <YouPanel />
        <CompanyPanel />
        <ReportsPanel />
        <MailsPanel />
      </SimpleGrid>
      <KitsPanel />
    </Page>
  );
}
