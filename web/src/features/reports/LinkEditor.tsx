import { useQuery } from "@tanstack/react-query";

import { query } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { report } from "@/text/reports/report";
import { parseId } from "@/ui/base/searchParams";
import { textChip } from "@/ui/filter/chips";
import type { Chip } from "@/ui/filter/FilterBar";
import { SearchSelect, useKeyword } from "@/ui/picker/SearchSelect";

import { linkLabel } from "./linkNames";

const PAGE_SIZE = 50;

interface LinkEditorProps {
  id: number | undefined;
  /** The name of the selected link. */
  name: string;
  onPick: (id: number | undefined) => void;
}

/** Picks a link by a word of its note, code, target or brand; the portal looks it up. */
function LinkEditor({ id, name, onPick }: LinkEditorProps) {
  const { keyword, setTyped } = useKeyword();
  const { data } = useSteadyQuery("/tools/links", {
    filter: { keyword },
    page: { perPage: PAGE_SIZE },
  });
  return (
    <SearchSelect
      size="xs"
      w={280}
      label={report.linkFilter}
      placeholder={report.linkHint}
      data-autofocus
      openOnFocus
      found={(data?.list ?? []).map((link) => ({
        value: String(link.link_id),
        label: linkLabel(link),
      }))}
      chosen={id === undefined ? null : { value: String(id), label: name }}
      onSearch={setTyped}
      onChange={(picked) => onPick(parseId(picked))}
    />
  );
}

export const linkQuery = (link_id: number | undefined) =>
  query("/tools/links", { filter: { link_id } });

/** The chip of the one link that a report is narrowed to, by its name. */
export function useLinkChip(id: number | undefined, onPick: LinkEditorProps["onPick"]): Chip {
  const maySee = hasPermission(useUser(), "link.edit");
  const { data } = useQuery({
    ...linkQuery(id),
    enabled: maySee && id !== undefined,
  });
  // Without permission to see links there are no names.
  if (!maySee) {
    return textChip("link_id", report.linkNumberFilter, id?.toString(), (typed) =>
      onPick(parseId(typed)),
    );
  }
  const [link] = data?.list ?? [];
  const name = link ? linkLabel(link) : data ? report.deletedLink : report.linkFilter;
  return {
    key: "link_id",
    name: report.linkFilter,
    value: id === undefined ? null : name,
    edit: (close) => (
      <LinkEditor
        id={id}
        name={name}
        onPick={(picked) => {
          onPick(picked);
          close();
        }}
      />
    ),
    onClear: () => onPick(undefined),
  };
}
