import { Button, Group, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { PostbackDraft } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { postback as words } from "@/text/publisher/postback";
import { parseId } from "@/ui/base/searchParams";
import { OptionalLabel, withHelp } from "@/ui/form/Field";
import { Panel } from "@/ui/layout/Panel";

import { RequestText } from "./RequestText";
import { TestOutcome } from "./TestOutcome";

interface PostbackPreviewProps {
  /** The saved postback, whose secret signs the test. */
  id: number | undefined;
  draft: PostbackDraft;
}

/** What would be sent for what is typed, and a test that sends it. */
export function PostbackPreview({ id, draft }: PostbackPreviewProps) {
  const [order, setOrder] = useState("");
  const oid = parseId(order.trim());
  const wrong = order.trim() && !oid ? words.orderWrong : undefined;
  const attributes = { id, draft, oid };
  const preview = useQuery({
    ...query("/postback/test_info", { attributes }),
    enabled: draft.link_url !== "",
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });
  const test = useCall("/postback/do_test", { refresh: ["/postback/deliveries"] });
  const shown = draft.link_url === "" ? undefined : preview.data;
  return (
    <Panel title={words.preview}>
      <Stack gap="sm">
        {draft.link_url === "" && <Text c="dimmed">{words.previewEmpty}</Text>}
        {draft.link_url !== "" && preview.error && (
          <Text c="var(--portal-rejected)" role="status">
            {preview.error.message}
          </Text>
        )}
        {draft.link_url !== "" && preview.isPending && <Skeleton h={72} />}
        {shown && !preview.error && (
          <RequestText
            label={words.request}
            method={shown.method}
            url={shown.url}
            body={shown.body}
          />
        )}
        <TextInput
          label={<OptionalLabel>{words.order}</OptionalLabel>}
          inputMode="numeric"
          autoComplete="off"
          value={order}
          {...withHelp(words.orderHelp, wrong)}
          error={wrong}
          onChange={({ currentTarget }) => setOrder(currentTarget.value)}
        />
        <Group gap="sm">
          <Button
            variant="default"
            loading={test.isPending}
            disabled={!shown || Boolean(preview.error)}
            onClick={() => test.mutate({ attributes })}
          >
            {words.test}
          </Button>
          {test.data && <TestOutcome id={test.data.delivery_id} />}
        </Group>
      </Stack>
    </Panel>
  );
}
