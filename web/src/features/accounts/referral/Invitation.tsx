import "@mantine/core/styles/Skeleton.css";

import { Anchor, Button, Skeleton, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";

import { call, type Data, Refusal } from "@/api/call";
import { onError } from "@/api/onError";
import { referer } from "@/api/session";
import { referral } from "@/text/accounts/referral";
import { failures } from "@/text/core/failures";
import { formatNumber } from "@/ui/base/format";
import { PublicPage } from "@/ui/layout/PublicPage";

type Referer = Data<"/auth/refer_info">;
type Lookup = Referer | "looking" | "unknown" | "failed" | "none";

/** The referrer, shown to a guest and remembered until they sign up. */
export function Invitation({ uid }: { uid?: number }) {
  const [lookup, setLookup] = useState<Lookup>(uid ? "looking" : "none");
  useEffect(() => {
    if (!uid) return;
    let here = true;
    call("/auth/refer_info", { attributes: { uid } }).then(
      (info) => {
        referer.set(String(info.uid));
        if (here) setLookup(info);
      },
      (failure: Error) => {
        onError(failure);
        if (here) setLookup(failure instanceof Refusal ? "unknown" : "failed");
      },
    );
    return () => {
      here = false;
    };
  }, [uid]);
  return (
    <PublicPage title={titleOf(lookup)}>
      <Stack>
        {lookup === "looking" ? <Skeleton h={72} /> : <Text>{helpOf(lookup)}</Text>}
        <Button component={Link} to="/auth/signup" fullWidth>
          {referral.create}
        </Button>
        <Text size="sm" c="dimmed" ta="center">
          {referral.haveAccount}{" "}
          <Anchor component={Link} to="/auth/login" inherit underline="always">
            {referral.signIn}
          </Anchor>
        </Text>
      </Stack>
    </PublicPage>
  );
}

function titleOf(lookup: Lookup): string {
  if (typeof lookup === "object") return referral.invitedBy(lookup.name);
  if (lookup === "looking") return referral.looking;
  return lookup === "unknown" ? referral.unknownTitle : referral.noneTitle;
}

function helpOf(lookup: Lookup): string {
  if (lookup === "unknown") return referral.unknownHelp;
  if (lookup === "failed") return failures.unreachable;
  const brands = typeof lookup === "object" ? lookup.brands : 0;
  return brands > 0 ? referral.brings(formatNumber(brands)) : referral.bringsNone;
}
