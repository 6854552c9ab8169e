import { Button, Group, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Refusal } from "@/api/call";
import type { PostbackDraft } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { postback as words } from "@/text/publisher/postback";
import { parseId } from "@/ui/base/searchParams";
import { OptionalLabel, withHelp } from "@/ui/form/Field";
import { Panel } from "@/ui/layout/Panel";

import { hasSignature } from "./postbackValues";
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
  const [tested, setTested] = useState("");
  const oid = parseId(order.trim());
  const attributes = { id, draft, oid };
  const preview = useQuery({
    ...query("/postback/test_info", { attributes }),
    enabled: draft.link_url !== "",
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  });
  const test = useCall("/postback/do_test", { refresh: ["/postback/deliveries"] });
  const field = preview.error instanceof Refusal ? preview.error.field : undefined;
  const notDigits = order.trim() && !oid ? words.orderWrong : undefined;
  const wrong = notDigits ?? (oid && field === "attributes.oid" ? words.orderUnknown : undefined);
  const shown = draft.link_url === "" ? undefined : preview.data;
  // What was tested before a change says nothing of what is typed now.
  const isTested = tested === JSON.stringify(attributes);
  return (
    <Panel title={words.preview}>
      <Stack gap="sm">
        {draft.link_url === "" && <Text c="dimmed">{words.previewEmpty}</Text>}
        {draft.link_url !== "" && preview.error && !wrong && (
          <Text c="var(--portal-rejected)" role="status">
            {field === "attributes.id" ? words.deletedMeanwhile : preview.error.message}
          </Text>
        )}
        {draft.link_url !== "" && preview.isPending && <Skeleton h={72} />}
        {shown && !preview.error && (
          <>
            <RequestText
              label={words.request}
              method={shown.method}
              url={shown.url}
              body={shown.body}
            />
            {hasSignature(draft) && (
              <Text size="xs" c="dimmed">
                {id ? words.signedWhenSent : words.signedOnceSaved}
              </Text>
            )}
          </>
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
            disabled={!shown || Boolean(preview.error) || Boolean(wrong)}
            onClick={() => {
              setTested(JSON.stringify(attributes));
              test.mutate({ attributes });
            }}
          >
            {words.test}
          </Button>
          {test.data && isTested && <TestOutcome id={test.data.delivery_id} />}
        </Group>
      </Stack>
    </Panel>
  );
}
