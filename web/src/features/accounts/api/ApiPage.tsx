import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { query } from "@/api/query";
import { shell } from "@/text/core/shell";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { PageHeader } from "@/ui/layout/PageHeader";
import { usePageTitle } from "@/ui/layout/pageTitle";
import { RichText } from "@/ui/prose/RichText";

import { refOf } from "./apiPages";
import { CallReference } from "./CallReference";

/** One page about the API: a guide, or everything about a call. */
export function ApiPage({ path }: { path: string }) {
  const { data, error, isFetching, refetch } = useQuery(
    query("/tools/api_info", { attributes: refOf(path) }),
  );
  usePageTitle(data?.name);
  if (error) {
    return (
      <>
        <PageHeader title={shell.apis} />
        <ErrorState error={error} busy={isFetching} onRetry={() => void refetch()} />
      </>
    );
  }
  if (!data?.params) return <SkeletonRows rows={6} height={40} />;
  const { text, summary } = data.params;
  return (
    <Stack gap="lg">
      <PageHeader title={data.name} help={summary} />
      {text ? (
        <RichText text={text} />
      ) : (
        <CallReference key={data.id} name={data.name} params={data.params} />
      )}
    </Stack>
  );
}
