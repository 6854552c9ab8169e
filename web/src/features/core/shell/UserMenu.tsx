import { Avatar, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useState } from "react";

import type { User } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { frame } from "@/text/core/frame";
import { overlay } from "@/ui/base/overlay";
import { usePopoverButton } from "@/ui/overlay/LazyPopover";

import classes from "./Header.module.css";

const UserDropdown = overlay(() =>
  import("./lazy/UserDropdown").then(({ UserDropdown }) => UserDropdown),
);

/** The button that opens the user's menu. */
export function UserMenu() {
  const user = useUser();
  const [opened, setOpened] = useState(false);
  const { props, anchor } = usePopoverButton({
    opened,
    onOpenedChange: setOpened,
    kind: "menu",
    onApproach: UserDropdown.preload,
  });
  return (
    <>
      <UnstyledButton {...props} className={classes.user}>
        <Avatar
          src={user.avatar || null}
          name={displayName(user)}
          size={32}
          radius="md"
          alt=""
          color="indigo"
        />
        <VisuallyHidden>{frame.userMenu}</VisuallyHidden>
      </UnstyledButton>
      {anchor && (
        <UserDropdown
          user={user}
          id={props.id}
          opened={opened}
          onOpenedChange={setOpened}
          anchor={anchor}
        />
      )}
    </>
  );
}

/** The name to display for a user. */
export function displayName({ nickname, account, username }: User): string {
  return nickname || account || username;
}
