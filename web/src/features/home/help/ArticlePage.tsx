import { Paper, Text } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Refusal } from "@/api/call";
import * as codes from "@/api/gen/codes.gen";
import { query } from "@/api/query";
import { help } from "@/text/home/help";
import { AnchorLink, ButtonLink } from "@/ui/base/links";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { PageHeader } from "@/ui/layout/PageHeader";
import { Panel } from "@/ui/layout/Panel";
import { RichText } from "@/ui/prose/RichText";
import { ArticleRows } from "@/ui/table/ArticleRows";
import classes from "./Help.module.css";

/** One article, and the others of its section. */
export function ArticlePage({ slug }: { slug: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    ...query("/home/help_article", { attributes: { slug } }),
  });
  const { data: all } = useQuery(query("/home/help", { attributes: { keyword: "" } }));
  const others = all?.list.filter((each) => each.section === data?.section && each.slug !== slug);
  const missing = error instanceof Refusal && error.code === codes.NOT_FOUND;
  return (
    <>
      <AnchorLink to="/help" size="sm" className={classes.back}>
        <IconArrowLeft size={16} stroke={1.5} aria-hidden="true" />
        {help.all}
      </AnchorLink>
      <PageHeader
        title={data?.title ?? (missing ? help.missing : help.title)}
        help={data?.summary}
      />
      {data ? (
        <>
          <Paper component="article" p={{ base: "md", sm: "lg" }} className={classes.article}>
            <RichText text={data.body} />
          </Paper>
          {others && others.length > 0 && (
            <div className={classes.article}>
              <Panel title={help.more}>
                <ArticleRows list={others} />
              </Panel>
            </div>
          )}
        </>
      ) : missing ? (
        <Paper>
          <EmptyState
            title={help.missing}
            help={
              <Text span inherit>
                {help.missingHelp}
              </Text>
            }
            action={
              <ButtonLink size="xs" variant="default" to="/help">
                {help.all}
              </ButtonLink>
            }
          />
        </Paper>
      ) : error ? (
        <Paper>
          <ErrorState error={error} busy={isFetching} onRetry={() => void refetch()} />
        </Paper>
      ) : (
        <SkeletonRows rows={6} height={64} />
      )}
    </>
  );
}
