import { Avatar, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { type ComponentProps, lazy, Suspense, useState } from "react";

import type { User } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { frame } from "@/text/core/frame";

import classes from "./Header.module.css";

const load = () => import("./lazy/UserDropdown");
const UserDropdown = lazy(() => load().then(({ UserDropdown }) => ({ default: UserDropdown })));

/** The button that opens the menu of whoever is signed in; the menu is loaded when it is wanted. */
export function UserMenu() {
  const user = useUser();
  const [wanted, setWanted] = useState(false);
  const closed = (
    <UserButton
      user={user}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setWanted(true)}
    />
  );
  return wanted ? (
    <Suspense fallback={closed}>
      <UserDropdown user={user} />
    </Suspense>
  ) : (
    closed
  );
}

/** Whose session it is, as a button. */
export function UserButton({
  user,
  ...button
}: { user: User } & Omit<ComponentProps<"button">, "color" | "style">) {
  return (
    <UnstyledButton {...button} className={classes.user}>
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
  );
}

/** The name to display for a user. */
export function displayName({ nickname, account, username }: User): string {
  return nickname || account || username;
}
