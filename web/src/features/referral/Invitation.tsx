import "@mantine/core/styles/Skeleton.css";

import { Anchor, Button, Skeleton, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";

import { call, type Data } from "@/api/call";
import { referer } from "@/api/session";
import { refer } from "@/text/account/refer";
import { num } from "@/ui/base/format";
import { PublicPage } from "@/ui/layout/PublicPage";

type Referer = Data<"/auth/refer_info">;
type Found = Referer | "looking" | "unknown" | "none";

/** Who invites, for somebody who is not signed in; it is remembered until they sign up. */
export function Invitation({ uid }: { uid?: number }) {
  const [found, setFound] = useState<Found>(uid ? "looking" : "none");
  useEffect(() => {
    if (!uid) return;
    let here = true;
    call("/auth/refer_info", { attributes: { uid } }).then(
      (info) => {
        referer.keep(String(info.uid));
        if (here) setFound(info);
      },
      () => here && setFound("unknown"),
    );
    return () => {
      here = false;
    };
  }, [uid]);
  return (
    <PublicPage title={titleOf(found)}>
      <Stack gap="md">
        {found === "looking" ? <Skeleton h={72} /> : <Text>{wordsOf(found)}</Text>}
        <Button component={Link} to="/auth/signup" fullWidth>
          {refer.create}
        </Button>
        <Text size="sm" c="dimmed" ta="center">
          {refer.haveAccount}{" "}
          <Anchor component={Link} to="/auth/login" inherit underline="always">
            {refer.signIn}
          </Anchor>
        </Text>
      </Stack>
    </PublicPage>
  );
}

function titleOf(found: Found): string {
  if (typeof found === "object") return refer.invitedBy(found.name);
  return { looking: refer.looking, unknown: refer.unknownTitle, none: refer.noneTitle }[found];
}

function wordsOf(found: Found): string {
  if (found === "unknown") return refer.unknownHelp;
  const brands = typeof found === "object" ? found.brands : 0;
  return brands > 0 ? refer.brings(num(brands)) : refer.bringsNone;
}
