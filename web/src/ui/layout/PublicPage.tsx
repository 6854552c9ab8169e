import { Paper, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { common } from "@/text/core/common";
import { useDocumentTitle } from "./documentTitle";
import classes from "./PublicPage.module.css";

interface PublicPageProps {
  title: string;
  help?: string;
  children: ReactNode;
}

/** The centred column of every signed-out page. */
export function PublicPage({ title, help, children }: PublicPageProps) {
  useDocumentTitle(title);
  return (
    <main className={classes.page} id="main" tabIndex={-1}>
      <div className={classes.column}>
        <div className={classes.mark}>
          <PortalLogo />
          <Text fw={600}>{common.product}</Text>
        </div>
        <Paper p="lg">
          <Stack>
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

/** The portal's logo. */
function PortalLogo({ size = 24 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--mantine-primary-color-filled)" />
      <path
        d="M9 22V10h3v12zm5.5 0v-7h3v7zm5.5 0v-4h3v4z"
        fill="var(--mantine-primary-color-contrast)"
      />
    </svg>
  );
}
