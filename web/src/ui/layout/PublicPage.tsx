import { Paper, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

import { common } from "@/text/core/common";

import { PortalLogo } from "./PortalLogo";
import classes from "./PublicPage.module.css";

interface PublicPageProps {
  title: string;
  help?: string;
  children: ReactNode;
}

/** The centred column of every signed-out page. */
export function PublicPage({ title, help, children }: PublicPageProps) {
  return (
    <main className={classes.page} id="main" tabIndex={-1}>
      <div className={classes.column}>
        <div className={classes.mark}>
          <PortalLogo />
          <Text fw={600}>{common.product}</Text>
        </div>
        <Paper p="lg">
          <Stack gap="md">
            <Stack gap={4}>
              <Title order={1}>{title}</Title>
              {help && <Text c="dimmed">{help}</Text>}
            </Stack>
            {children}
          </Stack>
        </Paper>
      </div>
    </main>
  );
}
