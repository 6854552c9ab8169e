import { pageOf, type TabProps } from "@/features/network/search";
import { CursorControls } from "@/ui/table/PageControls";

interface TabPagesProps extends TabProps {
  /** The page that is shown, once it is there. */
  data: { next: string | null; total: number | null } | undefined;
}

/** The pages of a tab's list, kept in the URL. */
export function TabPages({ data, search, onSearch }: TabPagesProps) {
  if (!data) return null;
  return (
    <CursorControls
      perPage={pageOf(search).perPage}
      cursor={search.cursor}
      next={data.next}
      total={data.total}
      onChange={({ perPage, cursor }) => onSearch({ ...search, perPage, cursor })}
    />
  );
}
