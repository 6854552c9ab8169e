import { Button, Collapse, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SandboxMail } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { sandbox as words } from "@/text/accounts/sandbox";
import { formatDateTime } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { Answer } from "@/ui/feedback/Answer";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { Panel } from "@/ui/layout/Panel";
import { RowList } from "@/ui/table/RowList";
import classes from "./Mails.module.css";

/** How often mails are looked for, which a worker writes. */
const EVERY_MS = 5_000;

/** The mails that a live account would have been sent. */
export function Mails() {
  const answer = useQuery({ ...query("/sandbox/mails"), refetchInterval: EVERY_MS });
  return (
    <Panel title={words.mails}>
      <Hint size="sm">{words.mailsHelp}</Hint>
      <Answer of={answer} waiting={<SkeletonRows rows={1} height={56} />}>
        {({ list }) =>
          list.length === 0 ? (
            <Text size="sm">{words.noMails}</Text>
          ) : (
            <RowList label={words.mails}>
              {list.map((mail) => (
                <MailRow key={mail.mail_id} mail={mail} />
              ))}
            </RowList>
          )
        }
      </Answer>
    </Panel>
  );
}

function MailRow({ mail }: { mail: SandboxMail }) {
  const { time_zone: zone } = useUser();
  const [opened, setOpened] = useState(false);
  return (
    <Stack component="li" gap="xs">
      <Group justify="space-between" gap="sm">
        <Stack gap={2} miw={0}>
          <Text fw={500}>{mail.subject}</Text>
          <Hint size="sm">
            {[words.to(mail.recipient), formatDateTime(mail.created_at, zone)].join(" · ")}
          </Hint>
        </Stack>
        <Button
          size="xs"
          variant="default"
          aria-expanded={opened}
          aria-label={opened ? undefined : words.readOf(mail.subject)}
          onClick={() => setOpened(!opened)}
        >
          {opened ? words.close : words.read}
        </Button>
      </Group>
      <Collapse expanded={opened}>
        <Text size="sm" className={classes.content}>
          {mail.content}
        </Text>
      </Collapse>
    </Stack>
  );
}
