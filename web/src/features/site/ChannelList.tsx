import { Paper, Skeleton, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { query } from "@/api/query";
import { may } from "@/api/roles";
import { useUser } from "@/api/user";
import { common } from "@/text/common";
import { site as words } from "@/text/site";
import { EmptyState } from "@/ui/EmptyState";
import { FailedState } from "@/ui/FailedState";
import { repeated } from "@/ui/repeated";

import { ChannelCard } from "./ChannelCard";
import classes from "./ChannelList.module.css";
import { channelsAsk } from "./search";

interface ChannelListProps {
  onEdit: (id: number) => void;
  onVerify: (id: number) => void;
  /** The button that adds one, for where there is none yet. */
  add: ReactNode;
}

/** The publisher's channels, the default one first. */
export function ChannelList({ onEdit, onVerify, add }: ChannelListProps) {
  const user = useUser();
  const { data, error, isFetching, refetch } = useQuery(query("/site/list", channelsAsk));
  const { data: types } = useQuery(query("/site/types"));
  if (!data) {
    if (error) {
      return (
        <Paper>
          <FailedState error={error} busy={isFetching} onRetry={() => void refetch()} />
        </Paper>
      );
    }
    return (
      <div className={classes.cards} aria-busy="true">
        <VisuallyHidden>{common.loading}</VisuallyHidden>
        {repeated(3, (card) => (
          <Skeleton key={card} h={232} radius="lg" />
        ))}
      </div>
    );
  }
  if (data.list.length === 0) {
    return (
      <Paper>
        <EmptyState title={words.firstTitle} help={words.firstHelp} action={add} />
      </Paper>
    );
  }
  return (
    <ul className={classes.cards}>
      {data.list.map((site) => (
        <ChannelCard
          key={site.id}
          site={site}
          types={types}
          mayEdit={may(user, "site.edit")}
          only={data.list.length === 1}
          onEdit={() => onEdit(site.id)}
          onVerify={() => onVerify(site.id)}
        />
      ))}
    </ul>
  );
}
