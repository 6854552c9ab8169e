import { createFileRoute } from "@tanstack/react-router";

import { Announcements } from "@/features/news/Announcements";
import { newsSearch } from "@/features/news/search";
import { shell } from "@/text/core/shell";
import { Page } from "@/ui/layout/Page";

export const Route = createFileRoute("/_app/announcements")({
  staticData: { title: shell.announcements },
  validateSearch: newsSearch,
  component: AnnouncementsPage,
});

function AnnouncementsPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Page>
      <Announcements search={search} onSearch={(next) => void navigate({ search: next })} />
    </Page>
  );
}
