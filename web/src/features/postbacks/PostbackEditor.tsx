import { Paper, Skeleton, Stack } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";

import type { Postback, PostbackTypes } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { postback as words } from "@/text/postbacks/postback";
import { ButtonLink } from "@/ui/base/links";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { QueryError } from "@/ui/feedback/ErrorState";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";
import { usePageTitle } from "@/ui/layout/pageTitle";

import classes from "./Postback.module.css";
import { PostbackForm } from "./PostbackForm";
import { PostbackPreview } from "./PostbackPreview";
import { type PostbackValues, toDraft } from "./postbackValues";
import { SecretPanel } from "./SecretPanel";

const TYPING = 300;

/** The page of a postback, saved or new (null). */
export function PostbackEditor({ id }: { id: number | null }) {
  const list = useQuery(query("/postback/list"));
  const types = useQuery({ ...query("/postback/get_type"), staleTime: Infinity });
  const saved = list.data?.list.find((each) => each.id === id);
  const failed = [list, types].find(({ data, error }) => !data && error);
  const ready = types.data && (id === null || list.data);
  const title = id === null ? words.addTitle : words.editTitle;
  usePageTitle(title);
  return (
    <Page>
      <PageHeader title={title} help={words.formHelp} />
      {failed ? (
        <Paper>
          <QueryError of={failed} />
        </Paper>
      ) : (
        !ready && <Skeleton h={560} radius="lg" />
      )}
      {types.data && ready && (id === null || saved) && (
        <Editor key={saved?.id ?? 0} saved={saved ?? null} types={types.data} />
      )}
      {list.data && id !== null && !saved && (
        <Paper>
          <EmptyState
            title={words.goneTitle}
            help={words.goneHelp}
            action={<ButtonLink to="/tools/global-postback/list">{words.back}</ButtonLink>}
          />
        </Paper>
      )}
    </Page>
  );
}

function Editor({ saved, types }: { saved: Postback | null; types: PostbackTypes }) {
  const navigate = useNavigate();
  return (
    <div className={classes.columns}>
      <PostbackForm
        saved={saved}
        types={types}
        onClose={() => void navigate({ to: "/tools/global-postback/list" })}
      >
        {(values) => <Beside saved={saved} values={values} />}
      </PostbackForm>
    </div>
  );
}

/** The preview of a postback's request, updated when typing pauses, and its secret. */
function Beside({ saved, values }: { saved: Postback | null; values: PostbackValues }) {
  const [settled] = useDebouncedValue(values, TYPING);
  return (
    <Stack>
      <PostbackPreview id={saved?.id} draft={toDraft(settled)}>
        {saved && <SecretPanel postback={saved} />}
      </PostbackPreview>
    </Stack>
  );
}
