import { createFileRoute } from "@tanstack/react-router";
import { Overview } from "@/features/network/overview/Overview";
import { lists } from "@/text/network/lists";

export const Route = createFileRoute("/_app/network/overview")({
  staticData: { title: lists.overview },
  component: Overview,
});
