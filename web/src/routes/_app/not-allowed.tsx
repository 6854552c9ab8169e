import { createFileRoute } from "@tanstack/react-router";
import type { Role } from "@/api/gen/types.gen";
import { mayOpen } from "@/api/user/pagePermissions";
import { hasRole, seesMoney } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { team } from "@/text/accounts/team";
import { trouble } from "@/text/core/loadErrors";
import { notAllowed } from "@/text/core/notAllowed";
import { ButtonLink } from "@/ui/base/links";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { Page } from "@/ui/layout/Page";

/** The page shown for links to pages that the user's role does not include. */
export const Route = createFileRoute("/_app/not-allowed")({
  staticData: { title: trouble.forbiddenTitle },
  component: NotAllowed,
});

function NotAllowed() {
  const user = useUser();
  const staff = hasRole(user, "operator");
  const name = user.roles[0] as Role;
  const role: string | undefined = team.roles[name];
  // The role would include payments: what is missing are the amounts.
  const isWithoutMoney = name === "analyst" && !seesMoney(user);
  return (
    <Page>
      <EmptyState
        title={trouble.forbiddenTitle}
        heading="h1"
        help={
          staff
            ? notAllowed.ofPublishers
            : role
              ? notAllowed[isWithoutMoney ? "withoutMoney" : "yourRole"](role)
              : trouble.forbiddenHelp
        }
        action={
          staff ? (
            <ButtonLink variant="default" size="xs" to="/network/publishers">
              {notAllowed.seePublishers}
            </ButtonLink>
          ) : (
            mayOpen(user, "/settings/team") && (
              <ButtonLink variant="default" size="xs" to="/settings/team">
                {notAllowed.seeTeam}
              </ButtonLink>
            )
          )
        }
      />
    </Page>
  );
}
