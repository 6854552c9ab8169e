import { createFileRoute } from "@tanstack/react-router";
import { query } from "@/api/query";
import { loadTab } from "@/features/network/loadTab";
import { Overview } from "@/features/network/overview/Overview";
import { lists } from "@/text/network/lists";

export const Route = createFileRoute("/_app/network/overview")({
  staticData: { title: lists.overview },
  loader: (loading) => loadTab("overview", loading, [query("/network/overview")]),
  component: Overview,
});
