import { Button, Group, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Refusal } from "@/api/call";
import type { PostbackDraft } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { postback as words } from "@/text/postbacks/postback";
import { Hint } from "@/ui/base/Hint";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { parseId } from "@/ui/base/searchParams";
import { OptionalLabel, withHelp } from "@/ui/form/Field";
import { Panel } from "@/ui/layout/Panel";
import { hasSignature } from "./postbackValues";
import { RequestText } from "./RequestText";

interface PostbackPreviewProps {
  /** The saved postback, whose secret signs the test. */
  id: number | undefined;
  draft: PostbackDraft;
  /** Content below. */
  children: ReactNode;
}

/** A preview of the request for the typed values, and a test that sends it. */
export function PostbackPreview({ id, draft, children }: PostbackPreviewProps) {
  const [saved] = useState(draft.link_url !== "");
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
  // A test from before a change says nothing about the present values.
  const isTested = tested === JSON.stringify(attributes);
  if (saved && preview.isLoading) return <Skeleton h={360} radius="lg" />;
  return (
    <>
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
                <Hint>{id ? words.signedWhenSent : words.signedOnceSaved}</Hint>
              )}
            </>
          )}
          <TextInput
            name="oid"
            label={<OptionalLabel>{words.order}</OptionalLabel>}
            inputMode="numeric"
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
      {children}
    </>
  );
}

const POLL = 700;

/** The outcome of a test: status and time, without the receiver's answer. */
function TestOutcome({ id }: { id: string }) {
  const { data } = useQuery({
    ...query("/postback/deliveries", { filter: { delivery_id: id } }),
    refetchInterval: ({ state }) => (state.data?.list[0]?.state === "waiting" ? POLL : false),
  });
  const delivery = data?.list[0];
  return (
    <span role="status">
      {(!delivery || delivery.state === "waiting") && <Text c="dimmed">{words.testing}</Text>}
      {delivery?.state === "delivered" && (
        <StatusBadge state="approved">
          {words.testDelivered(delivery.status_code ?? 0, delivery.ms ?? 0)}
        </StatusBadge>
      )}
      {delivery?.state === "failed" && (
        <StatusBadge state="rejected">
          {[words.testFailed, delivery.status_code, delivery.error && words.errors[delivery.error]]
            .filter(Boolean)
            .join(", ")}
        </StatusBadge>
      )}
    </span>
  );
}
