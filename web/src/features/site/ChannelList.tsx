import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { query } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { site as words } from "@/text/publisher/site";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { channelsQuery } from "@/ui/picker/channelsQuery";
import { CardList } from "@/ui/table/CardList";

import { ChannelCard } from "./ChannelCard";

interface ChannelListProps {
  onEdit: (id: number) => void;
  onVerify: (id: number) => void;
  /** The button that adds one, for where there is none yet. */
  add: ReactNode;
}

/** The publisher's channels, the default one first. */
export function ChannelList({ onEdit, onVerify, add }: ChannelListProps) {
  const user = useUser();
  const answer = useQuery(channelsQuery);
  const { data: types } = useQuery(query("/site/types"));
  return (
    <CardList
      answer={answer}
      expected={3}
      height={232}
      empty={<EmptyState title={words.firstTitle} help={words.firstHelp} action={add} />}
      card={(site, { length }) => (
        <ChannelCard
          key={site.id}
          site={site}
          types={types}
          mayEdit={hasPermission(user, "site.edit")}
          only={length === 1}
          onEdit={() => onEdit(site.id)}
          onVerify={() => onVerify(site.id)}
        />
      )}
    />
  );
}
