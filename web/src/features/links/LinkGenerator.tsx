import { Paper, Skeleton, Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Data } from "@/api/call";
import { useDraft } from "@/api/form/useDraft";
import { useUser } from "@/api/user/useUser";
import { link as words } from "@/text/links/link";
import { loadable } from "@/ui/base/loadable";
import { EmptyState } from "@/ui/feedback/EmptyState";
import classes from "./Link.module.css";
import { infoOf, LinkForm, type LinkFormProps } from "./LinkForm";
import type { LinkReadyProps } from "./LinkReady";

type LinkGeneratorProps = Omit<LinkFormProps, "onMade" | "onFailed">;

/** The form that creates a link, with the result beside it, which outlives a reload until it is cleared. */
export function LinkGenerator(props: LinkGeneratorProps) {
  const { draft, setDraft, clear } = useDraft<{ made: Data<"/tools/link_code"> | null }>(
    `made link ${useUser().uid} ${[props.mcid, props.target].filter(Boolean).join(" ")}`,
    { made: null },
  );
  // The focus stays where it is when a result from before is shown again.
  const [restored] = useState(draft.made);
  // The brand's own fields render together with it.
  const { mcid = "", siteId } = props;
  const { isLoading } = useQuery({ ...infoOf(mcid, siteId), enabled: mcid !== "" });
  if (isLoading) return <Skeleton h={640} radius="lg" />;
  return (
    <div className={classes.columns}>
      <Paper p="md">
        <LinkForm {...props} onMade={(made) => setDraft({ made })} onFailed={clear} />
      </Paper>
      <LinkResult made={draft.made} focused={draft.made !== restored} onClear={clear} />
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
        <LinkForm
          key={mcid}
          fixed
          mcid={mcid}
          siteId={siteId}
          onMade={setMade}
          onFailed={() => setMade(null)}
        />
      </Paper>
      {made && <LinkResult made={made} />}
    </Stack>
  );
}

const LinkReady = loadable(
  () => import("./LinkReady").then(({ LinkReady }) => LinkReady),
  <Skeleton h={420} radius="md" />,
);

interface LinkResultProps extends Omit<LinkReadyProps, "made"> {
  made: Data<"/tools/link_code"> | null;
}

/** A link that has just been created, to copy or scan; before that, a placeholder. */
function LinkResult({ made, ...rest }: LinkResultProps) {
  return (
    <Paper p="md" className={made ? undefined : classes.unmade}>
      {made ? (
        <LinkReady key={made.link_id} made={made} {...rest} />
      ) : (
        <EmptyState title={words.emptyResultTitle} help={words.emptyResultHelp} />
      )}
    </Paper>
  );
}
