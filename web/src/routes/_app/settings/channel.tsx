import { Button } from "@mantine/core";
import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { may } from "@/api/roles";
import { useUser } from "@/api/user";
import { ChannelDrawer } from "@/features/site/ChannelDrawer";
import { ChannelList } from "@/features/site/ChannelList";
import { type ChannelSearch, channelSearch, channelsAsk, NEW } from "@/features/site/search";
import { shell } from "@/text/shell";
import { site } from "@/text/site";
import { Page } from "@/ui/Page";
import { PageHeader } from "@/ui/PageHeader";

export const Route = createFileRoute("/_app/settings/channel")({
  staticData: { title: shell.channels },
  validateSearch: channelSearch,
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(query("/site/list", channelsAsk));
    void queryClient.prefetchQuery(query("/site/types"));
  },
  component: Channels,
});

function Channels() {
  const { edit } = Route.useSearch();
  const navigate = Route.useNavigate();
  const user = useUser();
  const show = (shown: ChannelSearch["edit"]) => void navigate({ search: { edit: shown } });
  const add = may(user, "site.edit") && <Button onClick={() => show(NEW)}>{site.add}</Button>;
  return (
    <Page>
      <PageHeader title={shell.channels} help={site.help} action={user.default_site && add} />
      <ChannelList onEdit={show} add={add} />
      <ChannelDrawer edit={edit} onClose={() => show(undefined)} />
    </Page>
  );
}
