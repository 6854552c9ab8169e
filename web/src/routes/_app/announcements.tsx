import { createFileRoute } from "@tanstack/react-router";
import { Announcements } from "@/features/home/announcements/Announcements";
import { newsSearch } from "@/features/home/announcements/searchParams";
import { shell } from "@/text/core/shell";
import { useAddress } from "@/ui/base/useAddress";
import { Page } from "@/ui/layout/Page";

export const Route = createFileRoute("/_app/announcements")({
  staticData: { title: shell.announcements },
  validateSearch: newsSearch,
  component: AnnouncementsPage,
});

function AnnouncementsPage() {
  const { search, onSearch } = useAddress(Route);
  return (
    <Page>
      <Announcements search={search} onSearch={onSearch} />
    </Page>
  );
}
