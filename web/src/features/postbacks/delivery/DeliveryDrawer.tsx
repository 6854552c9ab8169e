import { Button, Divider, Stack, Text } from "@mantine/core";

import type { Attempt, Delivery } from "@/api/gen/types.gen";
import { useCall } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { DeliveryState } from "@/features/postbacks/PostbackBadges";
import { RequestText } from "@/features/postbacks/RequestText";
import { postback as words } from "@/text/postbacks/postback";
import { formatSeconds } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink } from "@/ui/base/links";
import { DateText, Num } from "@/ui/base/Numbers";
import { toast } from "@/ui/feedback/toasts";
import { DetailRow, TimeRow } from "@/ui/layout/DetailRow";
import { LazyDrawer } from "@/ui/overlay/LazyDrawer";
import { OpenedContent } from "@/ui/table/opened/OpenedContent";
import type { OpenedRow } from "@/ui/table/opened/useOpenedRow";

interface DeliveryDrawerProps {
  /** The delivery that the URL names. */
  shown: string | undefined;
  opened: OpenedRow<Delivery>;
  titleOf: (event: number) => string;
  nameOf: (postback: number) => string;
  /** The postbacks that are paused. */
  halted: Set<number | null>;
  onClose: () => void;
}

/** The details of a delivery: the request and each attempt, with what the receiver said to those that it refused. */
export function DeliveryDrawer({ shown, opened, onClose, ...details }: DeliveryDrawerProps) {
  const title = opened.row ? details.titleOf(opened.row.event_type) : words.details;
  return (
    <LazyDrawer shown={shown} title={title} onClose={onClose}>
      <OpenedContent opened={opened}>
        {(delivery) => (
          <Details delivery={delivery} nameOf={details.nameOf} halted={details.halted} />
        )}
      </OpenedContent>
    </LazyDrawer>
  );
}

type DetailsProps = Pick<DeliveryDrawerProps, "nameOf" | "halted"> & { delivery: Delivery };

function Details({ delivery, nameOf, halted }: DetailsProps) {
  const { time_zone } = useUser();
  const again = useCall("/postback/redeliver", {
    refresh: ["/postback/deliveries", "/postback/list", "/postback/recent"],
    onSuccess: () => toast.success(words.sentAgain),
  });
  return (
    <Stack>
      <Stack gap="xs">
        <DetailRow name={words.state}>
          <DeliveryState state={delivery.state} />
        </DetailRow>
        <TimeRow name={words.time} value={delivery.created_at} zone={time_zone} />
        {delivery.order_id !== null && (
          <DetailRow name={words.orderColumn}>{delivery.order_id}</DetailRow>
        )}
        {delivery.oid !== null && <DetailRow name={words.order}>{delivery.oid}</DetailRow>}
        {delivery.state === "waiting" && (
          <DetailRow name={words.next}>
            <NextAttempt delivery={delivery} halted={halted} zone={time_zone} />
          </DetailRow>
        )}
        {delivery.postback_id !== null && (
          <DetailRow name={words.filterPostback}>
            <AnchorLink
              to="/tools/global-postback/edit/{-$id}"
              params={{ id: String(delivery.postback_id) }}
            >
              {nameOf(delivery.postback_id)}
            </AnchorLink>
          </DetailRow>
        )}
        <DetailRow name={words.eventId}>
          <Text span size="xs" style={{ overflowWrap: "anywhere" }}>
            {delivery.event_id}
          </Text>
        </DetailRow>
      </Stack>
      {!delivery.test && (
        <div>
          <Button
            size="xs"
            variant="default"
            loading={again.isPending}
            onClick={() => again.mutate({ attributes: { ids: [delivery.id] } })}
          >
            {words.again}
          </Button>
        </div>
      )}
      {delivery.url && (
        <RequestText
          label={words.request}
          method={delivery.method ?? ""}
          url={delivery.url}
          body={delivery.request_body}
        />
      )}
      <Divider />
      <Stack gap="xs">
        <Text fw={600}>{words.attempts}</Text>
        {delivery.attempts.length === 0 && <Text c="dimmed">{words.noAttempt}</Text>}
        {delivery.attempts.toReversed().map(({ at, status_code, error, ms, answer }) => (
          <Stack key={at} gap={4}>
            <DetailRow name={formatSeconds(at, time_zone)}>
              {outcomeOf(status_code, error)}, <Num value={ms} /> ms
            </DetailRow>
            {answer && <AnswerText text={answer} />}
          </Stack>
        ))}
      </Stack>
    </Stack>
  );
}

/** The beginning of what a receiver answered, as it came: a text, whatever it is made of. */
function AnswerText({ text }: { text: string }) {
  return (
    <div>
      <Hint>{words.answer}</Hint>
      <Text size="xs" ff="monospace" style={{ overflowWrap: "anywhere" }}>
        {text}
      </Text>
    </div>
  );
}

/** What an attempt came to: the status, and why it is a failure. */
function outcomeOf(status: Attempt["status_code"], error: Attempt["error"]): string {
  if (!error) return String(status ?? "");
  return words.failure(words.errors[error], error === "gone" ? null : status);
}

interface NextAttemptProps {
  delivery: Delivery;
  halted: Set<number | null>;
  zone: string;
}

/** When a delivery that waits is attempted: at a time, or once its postback is resumed. */
export function NextAttempt({ delivery, halted, zone }: NextAttemptProps) {
  if (delivery.state !== "waiting") return null;
  if (halted.has(delivery.postback_id)) return words.whenResumed;
  return <DateText value={delivery.next_attempt_at} zone={zone} />;
}
