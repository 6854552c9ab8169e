import { Button } from "@mantine/core";
import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { ExportButton } from "@/features/exports/ExportButton";
import { BookList } from "@/features/reports/books/BookList";
import { ComparisonView } from "@/features/reports/books/ComparisonView";
import {
  bookSearch,
  comparisonsInput,
  prefetchComparison,
} from "@/features/reports/books/searchParams";
import { shell } from "@/text/core/shell";
import { books } from "@/text/reports/books";
import { overlay } from "@/ui/base/overlay";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { toast } from "@/ui/feedback/toasts";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";

const BookForm = overlay(
  () => import("@/features/reports/books/BookForm").then((loaded) => loaded.BookForm),
  <SkeletonRows rows={6} height={48} />,
);

export const Route = createFileRoute("/_app/reports/books")({
  staticData: { title: shell.books },
  validateSearch: bookSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    if (deps.comparison === undefined) {
      void queryClient.prefetchQuery(query("/reports/books_list", comparisonsInput(deps)));
    } else {
      void prefetchComparison(queryClient, deps.comparison, deps);
    }
    // Loads before it is shown, as the list below it would move.
    if (deps.add) await BookForm.preload();
  },
  component: BooksPage,
});

function BooksPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const user = useUser();
  const go = (next: typeof search) => void navigate({ search: next });
  const { comparison } = search;
  const startsNew = comparison === undefined && hasPermission(user, "report.edit");
  return (
    <Page wide>
      <PageHeader
        title={shell.books}
        help={books.help}
        action={
          startsNew && <Button onClick={() => go({ ...search, add: true })}>{books.start}</Button>
        }
      />
      {startsNew && search.add && (
        <BookForm
          onClose={() => go({ ...search, add: undefined })}
          onBegun={(id, name) => {
            toast.success(books.queued(name));
            go({ comparison: id });
          }}
        />
      )}
      {comparison === undefined ? (
        <BookList search={search} zone={user.time_zone} onSearch={go} />
      ) : (
        <ComparisonView
          id={comparison}
          search={search}
          zone={user.time_zone}
          onSearch={go}
          exportOf={(filter) => <ExportButton report="books" filter={filter} />}
        />
      )}
    </Page>
  );
}
