import { Button } from "@mantine/core";
import { createFileRoute, Link } from "@tanstack/react-router";

import { common } from "@/text/common";
import { shell } from "@/text/shell";
import { PublicPage } from "@/ui/PublicPage";

export const Route = createFileRoute("/404")({ component: NotFound });

function NotFound() {
  return (
    <PublicPage title={shell.notFoundTitle} help={shell.notFoundHelp}>
      <Button component={Link} to="/" fullWidth>
        {common.goHome}
      </Button>
    </PublicPage>
  );
}
