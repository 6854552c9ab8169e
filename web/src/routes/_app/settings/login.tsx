import { SimpleGrid } from "@mantine/core";
import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { AuditPanel } from "@/features/security/AuditPanel";
import { CloseAccountPanel } from "@/features/security/CloseAccountPanel";
import { EmailPanel } from "@/features/security/EmailPanel";
import { ExportPanel } from "@/features/security/ExportPanel";
import { PasswordPanel } from "@/features/security/PasswordPanel";
import { SessionsPanel } from "@/features/security/SessionsPanel";
import { auditInput, auditSearch } from "@/features/security/search";
import { TwoStepPanel } from "@/features/security/TwoStepPanel";
import { ConnectedAccountsPanel } from "@/features/social-login/ConnectedAccountsPanel";
import { security } from "@/text/account/security";
import { shell } from "@/text/core/shell";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";

export const Route = createFileRoute("/_app/settings/login")({
  staticData: { title: shell.login },
  validateSearch: auditSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(query("/auth/sessions"));
    void queryClient.prefetchQuery(query("/auth/third_providers"));
    void queryClient.prefetchQuery(query("/user/third_list"));
    void queryClient.prefetchQuery(query("/user/audit", auditInput(deps)));
  },
  component: LoginInformation,
});

function LoginInformation() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const user = useUser();
  return (
    <Page>
      <PageHeader title={shell.login} help={security.help} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <PasswordPanel />
        <EmailPanel />
      </SimpleGrid>
      <TwoStepPanel />
      <ConnectedAccountsPanel />
      <SessionsPanel />
      <AuditPanel search={search} onSearch={(next) => void navigate({ search: next })} />
      {hasPermission(user, "account.edit") && <ExportPanel />}
      {hasPermission(user, "account.edit") && <CloseAccountPanel />}
    </Page>
  );
}
