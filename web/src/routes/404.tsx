import { Button } from "@mantine/core";
import { createFileRoute, Link } from "@tanstack/react-router";

import { common } from "@/text/core/common";
import { shell } from "@/text/core/shell";
import { PublicPage } from "@/ui/layout/PublicPage";

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
