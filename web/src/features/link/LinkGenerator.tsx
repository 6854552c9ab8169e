import { Paper, Stack, Title } from "@mantine/core";
import { useState } from "react";

import type { Data } from "@/api/call";
import { link as words } from "@/text/publisher/link";

import classes from "./Link.module.css";
import { LinkForm, type LinkFormProps } from "./LinkForm";
import { LinkResult } from "./LinkResult";

type LinkGeneratorProps = Omit<LinkFormProps, "onMade">;

/** The form that creates a link, with the result beside it. */
export function LinkGenerator(props: LinkGeneratorProps) {
  const [made, setMade] = useState<Data<"/tools/link_code"> | null>(null);
  return (
    <div className={classes.columns}>
      <Paper p="md">
        <LinkForm {...props} onMade={setMade} />
      </Paper>
      <LinkResult made={made} />
    </div>
  );
}

/** The same on a brand's own page: one column, and the result only once there is one. */
export function BrandLinkGenerator({ mcid, siteId }: Pick<LinkFormProps, "mcid" | "siteId">) {
  const [made, setMade] = useState<Data<"/tools/link_code"> | null>(null);
  return (
    <Stack component="section" gap="sm" aria-label={words.newLink}>
      <Title order={2}>{words.newLink}</Title>
      <Paper p="md">
        <LinkForm key={mcid} fixed mcid={mcid} siteId={siteId} onMade={setMade} />
      </Paper>
      {made && <LinkResult made={made} />}
    </Stack>
  );
}
