import { Button } from "@mantine/core";
import { createFileRoute, Link } from "@tanstack/react-router";

import { lost } from "@/text/core/errorPages";
import { PublicPage } from "@/ui/layout/PublicPage";

export const Route = createFileRoute("/500")({ component: Crashed });

function Crashed() {
  return (
    <PublicPage title={lost.crashedTitle} help={lost.crashedHelp}>
      <Button component={Link} to="/" fullWidth>
        {lost.goHome}
      </Button>
    </PublicPage>
  );
}
