import { Menu, Text } from "@mantine/core";
import type { Membership } from "@/api/gen/types.gen";
import { useCall } from "@/api/query";
import { useSession } from "@/api/session";
import { team } from "@/text/accounts/team";
import { frame } from "@/text/core/frame";
import classes from "./PublisherChoice.module.css";

/** The publishers that somebody works for, in the user menu: the session acts for the one that is marked. */
export function PublisherChoice({ publishers }: { publishers: Membership[] }) {
  const change = useCall("/user/publisher_switch", {
    onSuccess: ({ token }) => useSession.getState().switchTo(token),
  });
  const current = publishers.find((each) => each.current);
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{frame.publishers}</Menu.Label>
      <div className={classes.list}>
        <Menu.RadioGroup
          value={String(current?.uid)}
          onChange={(uid) => change.mutate({ attributes: { uid: Number(uid) } })}
        >
          {publishers.map(({ uid, name, role }) => (
            <Menu.RadioItem
              key={uid}
              value={String(uid)}
              disabled={change.isPending}
              classNames={{ itemLabel: classes.name }}
            >
              <Text size="sm" title={name} truncate>
                {name}
              </Text>
              <Text size="xs">{team.roles[role as keyof typeof team.roles]}</Text>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </div>
    </>
  );
}
