import { SimpleGrid, Skeleton } from "@mantine/core";
import { createFileRoute } from "@tanstack/react-router";
import { useArrival } from "@/api/arrival";
import { query } from "@/api/query";
import { hasPermission, hasRole } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { ConnectedAppsPanel } from "@/features/accounts/apps/ConnectedAppsPanel";
import { WaitingChanges } from "@/features/accounts/guarded/WaitingChanges";
import { AuditPanel } from "@/features/accounts/security/AuditPanel";
import { CloseAccountPanel } from "@/features/accounts/security/CloseAccountPanel";
import { EmailPanel } from "@/features/accounts/security/EmailPanel";
import { ExportPanel } from "@/features/accounts/security/ExportPanel";
import { PasswordPanel } from "@/features/accounts/security/PasswordPanel";
import { PasskeysPanel } from "@/features/accounts/security/passkeys/PasskeysPanel";
import { SessionsPanel } from "@/features/accounts/security/SessionsPanel";
import { auditInput, auditSearch } from "@/features/accounts/security/searchParams";
import { TwoStepPanel } from "@/features/accounts/security/TwoStepPanel";
import { ConnectedAccountsPanel } from "@/features/accounts/social-login/ConnectedAccountsPanel";
import { security } from "@/text/accounts/security";
import { shell } from "@/text/core/shell";
import { useAddress } from "@/ui/base/useAddress";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";

export const Route = createFileRoute("/_app/settings/login")({
  staticData: { title: shell.login },
  validateSearch: auditSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(query("/user/changes"));
    void queryClient.prefetchQuery(query("/user/passkey_list"));
    void queryClient.prefetchQuery(query("/auth/sessions"));
    void queryClient.prefetchQuery(query("/auth/third_providers"));
    void queryClient.prefetchQuery(query("/user/third_list"));
    void queryClient.prefetchQuery(query("/user/app_list"));
    void queryClient.prefetchQuery(query("/user/audit", auditInput(deps)));
  },
  component: LoginInformation,
});

function LoginInformation() {
  const { search, onSearch } = useAddress(Route);
  const user = useUser();
  const arrived = useArrival(
    query("/user/changes"),
    query("/user/passkey_list"),
    query("/auth/third_providers"),
    query("/user/third_list"),
    query("/auth/sessions"),
  );
  return (
    <Page>
      <PageHeader title={shell.login} help={security.help} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <PasswordPanel />
        <EmailPanel />
      </SimpleGrid>
      <TwoStepPanel />
      {arrived ? (
        <>
          <WaitingChanges />
          <PasskeysPanel />
          <ConnectedAccountsPanel />
          {!hasRole(user, "operator") && <ConnectedAppsPanel />}
          <SessionsPanel />
          <AuditPanel search={search} onSearch={onSearch} />
          {hasPermission(user, "profile.edit") && <ExportPanel />}
          {hasPermission(user, "account.edit") && <CloseAccountPanel />}
        </>
      ) : (
        <Skeleton h={960} radius="lg" />
      )}
    </Page>
  );
}
