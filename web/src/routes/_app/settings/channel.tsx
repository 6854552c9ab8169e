import { Button, Text } from "@mantine/core";
import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { hasPermission, isNarrowed } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { ChannelDrawer } from "@/features/channels/ChannelDrawer";
import { ChannelList } from "@/features/channels/ChannelList";
import { ChannelProof } from "@/features/channels/ChannelProof";
import { JoinStep } from "@/features/channels/JoinStep";
import { type ChannelSearch, channelSearch, NEW } from "@/features/channels/searchParams";
import { site } from "@/text/channels/site";
import { shell } from "@/text/core/shell";
import { Callout } from "@/ui/feedback/Callout";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";
import { channelsQuery } from "@/ui/picker/channelsQuery";

export const Route = createFileRoute("/_app/settings/channel")({
  staticData: { title: shell.channels },
  validateSearch: channelSearch,
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(channelsQuery);
    void queryClient.prefetchQuery(query("/site/types"));
  },
  component: Channels,
});

function Channels() {
  const { edit, verify, needed } = Route.useSearch();
  const navigate = Route.useNavigate();
  const user = useUser();
  const go = (search: ChannelSearch) => void navigate({ search });
  const close = () => go({});
  const add = hasPermission(user, "site.edit") && !isNarrowed(user) && (
    <Button onClick={() => go({ edit: NEW })}>{site.add}</Button>
  );
  return (
    <Page>
      <PageHeader title={shell.channels} help={site.help} action={user.default_site && add} />
      {needed && !user.default_site && (
        <Callout state="pending" title={site.neededTitle}>
          <Text>{site.neededHelp}</Text>
        </Callout>
      )}
      <JoinStep />
      <ChannelList
        onEdit={(edit) => go({ edit })}
        onVerify={(verify) => go({ verify })}
        add={add}
      />
      <ChannelDrawer edit={edit} onClose={close} />
      <ChannelProof verify={verify} onClose={close} />
    </Page>
  );
}
