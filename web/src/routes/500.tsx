import { Button } from "@mantine/core";
import { createFileRoute, Link } from "@tanstack/react-router";

import { common } from "@/text/core/common";
import { shell } from "@/text/core/shell";
import { PublicPage } from "@/ui/layout/PublicPage";

export const Route = createFileRoute("/500")({ component: Crashed });

function Crashed() {
  return (
    <PublicPage title={shell.crashedTitle} help={shell.crashedHelp}>
      <Button component={Link} to="/" fullWidth>
        {common.goHome}
      </Button>
    </PublicPage>
  );
}
