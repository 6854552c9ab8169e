import { Paper, Skeleton, Stack } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import type { Postback, PostbackTypes } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { postback as words } from "@/text/publisher/postback";
import { ButtonLink } from "@/ui/base/links";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";
import { usePageTitle } from "@/ui/layout/pageTitle";

import classes from "./Postback.module.css";
import { PostbackForm } from "./PostbackForm";
import { PostbackPreview } from "./PostbackPreview";
import { toDraft, toValues } from "./postbackValues";
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
          <ErrorState
            error={failed.error as Error}
            busy={failed.isFetching}
            onRetry={() => void failed.refetch()}
          />
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
  const [values, setValues] = useState(() => toValues(saved));
  const [settled] = useDebouncedValue(values, TYPING);
  const back = () => void navigate({ to: "/tools/global-postback/list" });
  return (
    <div className={classes.columns}>
      <Paper p="md">
        <PostbackForm
          saved={saved}
          types={types}
          onValues={setValues}
          onSaved={back}
          onCancel={back}
        />
      </Paper>
      <Stack gap="md">
        <PostbackPreview id={saved?.id} draft={toDraft(settled)} />
        {saved && <SecretPanel postback={saved} />}
      </Stack>
    </div>
  );
}
