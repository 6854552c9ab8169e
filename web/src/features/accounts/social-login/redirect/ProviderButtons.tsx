import { Button, Divider, Stack } from "@mantine/core";
import { useEffect, useState } from "react";

import { call, type Data } from "@/api/call";
import { onError } from "@/api/onError";
import { socialLogin } from "@/text/accounts/socialLogin";

import { useProviderRedirect } from "./useProviderRedirect";

type Providers = Data<"/auth/third_providers">["list"];

/** A button for each sign-in provider; renders nothing if there are none. */
export function ProviderButtons({ next }: { next?: string }) {
  const [providers, setProviders] = useState<Providers>([]);
  const [gone, setGone] = useState("");
  const { busy, depart } = useProviderRedirect();
  useEffect(() => {
    let here = true;
    // If the providers cannot be loaded, signing in with a password still works.
    call("/auth/third_providers").then(({ list }) => here && setProviders(list), onError);
    return () => {
      here = false;
    };
  }, []);
  if (providers.length === 0) return null;
  return (
    <Stack gap="sm">
      <Divider label={socialLogin.or} />
      {providers.map(({ name, label }) => (
        <Button
          key={name}
          variant="default"
          fullWidth
          loading={busy && gone === name}
          disabled={busy && gone !== name}
          onClick={() => {
            setGone(name);
            void depart(name, { next });
          }}
        >
          {socialLogin.continueWith(label)}
        </Button>
      ))}
    </Stack>
  );
}
