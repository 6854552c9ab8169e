import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";

import { useSession } from "@/api/session";
import { lost } from "@/text/core/errorPages";
import { PublicPage } from "@/ui/layout/PublicPage";

/** The page of an address that leads nowhere, which stays in the browser's bar to be corrected. */
export function NotFound() {
  const signedIn = useSession(({ token }) => token !== "");
  return (
    <PublicPage title={lost.notFoundTitle} help={lost.notFoundHelp}>
      {signedIn ? (
        <Button component={Link} to="/" fullWidth>
          {lost.goHome}
        </Button>
      ) : (
        <>
          <Button component={Link} to="/auth/login" fullWidth>
            {lost.signIn}
          </Button>
          <Button component={Link} to="/auth/signup" variant="default" fullWidth>
            {lost.signUp}
          </Button>
        </>
      )}
    </PublicPage>
  );
}
