import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { site as words } from "@/text/channels/site";
import { overlay } from "@/ui/base/overlay";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { LazyDrawer } from "@/ui/overlay/LazyDrawer";
import { channelsQuery } from "@/ui/picker/channelsQuery";
import { type ChannelSearch, NEW } from "./searchParams";

const ChannelForm = overlay(
  () => import("./ChannelForm").then(({ ChannelForm }) => ChannelForm),
  <Skeleton h={400} />,
);

interface ChannelDrawerProps {
  edit: ChannelSearch["edit"];
  onClose: () => void;
}

/** The form of a channel, open while the URL names it. */
export function ChannelDrawer({ edit, onClose }: ChannelDrawerProps) {
  const { data } = useQuery(channelsQuery);
  const site = data?.list.find(({ id }) => id === edit);
  const form = { onSaved: onClose, onCancel: onClose };
  return (
    <LazyDrawer
      shown={edit}
      title={site ? words.editTitle(site.name) : edit === NEW ? words.newTitle : words.edit}
      onClose={onClose}
    >
      {edit === NEW && <ChannelForm key={NEW} site={null} {...form} />}
      {site && <ChannelForm key={site.id} site={site} {...form} />}
      {edit && edit !== NEW && !site && data && (
        <EmptyState title={words.goneTitle} help={words.goneHelp} />
      )}
      {edit && edit !== NEW && !data && <Skeleton h={400} />}
    </LazyDrawer>
  );
}
