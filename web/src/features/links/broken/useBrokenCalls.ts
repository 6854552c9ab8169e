import type { Data } from "@/api/call";
import { useCall } from "@/api/query";
import { broken as words } from "@/text/links/broken";
import { toast } from "@/ui/feedback/toasts";

const refresh = ["/tools/broken_links", "/tools/links"] as const;

/**
 * The actions for broken links, each confirmed by a toast; with `inPlace` the form itself says why
 * one could not be fixed.
 */
export function useBrokenCalls(onDone?: () => void, inPlace = false) {
  const fix = useCall("/tools/broken_fix", {
    refresh: [...refresh],
    onSuccess: (data) => {
      showOutcome(data, words.fixed, inPlace);
      if (data.list.every(({ code }) => code === 0)) onDone?.();
    },
  });
  const check = useCall("/tools/broken_check", {
    refresh: ["/tools/broken_links"],
    onSuccess: () => toast.success(words.checkBegun),
  });
  const ignore = useCall("/tools/broken_ignore", {
    refresh: ["/tools/broken_links"],
    onSuccess: (data, { attributes }) => {
      const text = attributes?.ignored === false ? words.restored : words.ignored;
      showOutcome(data, () => text);
      onDone?.();
    },
  });
  return { fix, check, ignore, busy: fix.isPending || check.isPending || ignore.isPending };
}

function showOutcome(
  { list }: Data<"/tools/broken_fix">,
  done: (count: number) => string,
  inPlace = false,
) {
  const refused = list.filter(({ code }) => code !== 0);
  if (refused.length < list.length) toast.success(done(list.length - refused.length));
  if (refused[0] && !inPlace) toast.error(words.notFixed(refused.length, refused[0].message));
}
