import { SimpleGrid } from "@mantine/core";
import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { may } from "@/api/roles";
import { useUser } from "@/api/user";
import { AuditPanel } from "@/features/security/AuditPanel";
import { ClosePanel } from "@/features/security/ClosePanel";
import { EmailPanel } from "@/features/security/EmailPanel";
import { ExportPanel } from "@/features/security/ExportPanel";
import { PasswordPanel } from "@/features/security/PasswordPanel";
import { SessionsPanel } from "@/features/security/SessionsPanel";
import { auditAsk, loginSearch } from "@/features/security/search";
import { TwoStepPanel } from "@/features/security/TwoStepPanel";
import { AccountsPanel } from "@/features/social-login/AccountsPanel";
import { login } from "@/text/account/login";
import { shell } from "@/text/core/shell";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";

export const Route = createFileRoute("/_app/settings/login")({
  staticData: { title: shell.login },
  validateSearch: loginSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(query("/auth/sessions"));
    void queryClient.prefetchQuery(query("/auth/third_providers"));
    void queryClient.prefetchQuery(query("/user/third_list"));
    void queryClient.prefetchQuery(query("/user/audit", auditAsk(deps)));
  },
  component: LoginInformation,
});

function LoginInformation() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const user = useUser();
  return (
    <Page>
      <PageHeader title={shell.login} help={login.help} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <PasswordPanel />
        <EmailPanel />
      </SimpleGrid>
      <TwoStepPanel />
      <AccountsPanel />
      <SessionsPanel />
      <AuditPanel
        search={search}
        onSearch={(next) => void navigate({ search: next, resetScroll: false })}
      />
      {may(user, "account.edit") && <ExportPanel />}
      {may(user, "account.edit") && <ClosePanel />}
    </Page>
  );
}
