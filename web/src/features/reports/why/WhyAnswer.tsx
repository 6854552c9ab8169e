import { Button, Group, Timeline as Line, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import type { Fact, FilledCase, Why } from "@/api/gen/types.gen";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { refusal } from "@/text/orders/refusal";
import { why as words } from "@/text/reports/why";
import { formatDateTime } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink, ButtonLink, pathOf } from "@/ui/base/links";
import { DateText } from "@/ui/base/Numbers";
import { factText, reasonText } from "./factText";
import classes from "./WhyAnswer.module.css";

export const OPEN_CASE = 3;

interface WhyAnswerProps {
  answer: Why;
  /** Opens the filled case in place, where the answer is the first step of one. */
  onCase?: (filled: FilledCase) => void;
}

/** An answer: the verdict, what to do, and the facts behind it. */
export function WhyAnswer({ answer, onCase }: WhyAnswerProps) {
  const { time_zone: zone } = useUser();
  const { verdict, reason_code, refusal: refused, facts } = withFacts(answer);
  return (
    <Stack gap="lg" component="section" aria-label={words.answer} role="status">
      <Stack gap="xs">
        <Title order={2} size="h3">
          {headline(verdict, reason_code, facts)}
        </Title>
        {reason_code && words.wouldNeed[reason_code] && (
          <Text size="sm">{words.wouldNeed[reason_code]}</Text>
        )}
        {answer.note && <Text size="sm">{words.noteOf(answer.note)}</Text>}
        {refused !== null && <Text size="sm">{refusal.codes[refused]}</Text>}
      </Stack>
      <NextStep answer={answer} zone={zone} onCase={onCase} />
      <Part title={words.facts}>
        <Facts facts={facts} zone={zone} />
      </Part>
    </Stack>
  );
}

const PAYMENT_LATE = 43;

/** The verdict, with the reason of a decline, and by how much a payment is late. */
function headline(verdict: number, reason: string | null, facts: Fact[]): string {
  const said = words.verdicts[verdict] ?? "";
  const days = facts.find(({ fact }) => fact === PAYMENT_LATE)?.values.days;
  if (days) return words.late(said, days);
  return reason ? words.verdictOf(said, reasonText(reason)) : said;
}

/** The facts are named `list` on the wire. */
const withFacts = ({ list, ...rest }: Why) => ({ ...rest, facts: list });

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="xs" aria-label={title}>
      <Title order={3}>{title}</Title>
      {children}
    </Stack>
  );
}

interface NextStepProps extends WhyAnswerProps {
  zone: string;
}

function NextStep({ answer, zone, onCase }: NextStepProps) {
  const { step, page, until, case: filled } = answer.next_step;
  const action = words.actions[step];
  const user = useUser();
  const mayAct = !filled || hasPermission(user, "case.edit");
  return (
    <Part title={words.next}>
      <Text size="sm">
        {words.steps[step]} {until && words.stepUntil(formatDateTime(until, zone))}
      </Text>
      {page && action && mayAct && (
        <Group>
          {step === OPEN_CASE && filled && onCase ? (
            <Button size="sm" onClick={() => onCase(filled)}>
              {words.openCase}
            </Button>
          ) : (
            <ButtonLink size="sm" {...(filled ? caseLink(filled) : pathOf(page))}>
              {action}
            </ButtonLink>
          )}
        </Group>
      )}
    </Part>
  );
}

/** The form of a case with what is known about it. */
function caseLink({ kind, oid, note, ...known }: FilledCase) {
  const { mcid, order_id, order_time, amount, click_ref } = known;
  return {
    to: "/reports/cases",
    search: {
      add: kind,
      about: oid ?? undefined,
      mcid: mcid ?? undefined,
      order_id: order_id ?? undefined,
      order_time: order_time ?? undefined,
      amount: amount ?? undefined,
      click_ref: click_ref ?? undefined,
      note,
    },
  } as const;
}

/** Each fact with its time, its rule and where it can be seen. */
function Facts({ facts, zone }: { facts: Fact[]; zone: string }) {
  return (
    <Line
      active={facts.length - 1}
      bulletSize={12}
      lineWidth={2}
      component="ol"
      className={classes.line}
      classNames={{ itemTitle: classes.title ?? "" }}
    >
      {facts.map((fact, index) => (
        <Line.Item key={index} component="li" title={factText(fact, zone)} fz="sm">
          <Hint>
            {fact.at && (
              <>
                <DateText value={fact.at} zone={zone} />
                {" · "}
              </>
            )}
            {fact.rule !== null && fact.documented && (
              <AnchorLink {...pathOf(fact.documented)} inherit>
                {words.rule(words.rules[fact.rule] ?? "")}
              </AnchorLink>
            )}
            {fact.evidence && (
              <>
                {" · "}
                <AnchorLink {...pathOf(fact.evidence.page)} inherit>
                  {words.evidence}
                </AnchorLink>
              </>
            )}
          </Hint>
        </Line.Item>
      ))}
    </Line>
  );
}
