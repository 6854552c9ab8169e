import { Button } from "@mantine/core";
import { createFileRoute, Link } from "@tanstack/react-router";

import { common } from "@/text/common";
import { shell } from "@/text/shell";
import { PublicPage } from "@/ui/PublicPage";

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
