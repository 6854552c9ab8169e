import type { CallInput, Data } from "@/api/call";
import { useCall } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { alerts as words } from "@/text/reports/alerts";
import { formatDayIn } from "@/ui/base/format";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { toast } from "@/ui/feedback/toasts";

type Wish = CallInput<"/reports/alert_set">["attributes"];

/** Gives alerts another state, confirmed by a toast; closing asks first, because it is final. */
export function useAlertSet(onDone?: () => void) {
  const { time_zone } = useUser();
  const set = useCall("/reports/alert_set", {
    refresh: ["/reports/alerts"],
    onSuccess: ({ list }, { attributes }) => {
      showOutcome(list, attributes, time_zone);
      onDone?.();
    },
  });
  const change = (attributes: Wish) => set.mutate({ attributes });
  const close = (ids: number[]) =>
    openConfirm({
      title: words.closeTitle(ids.length),
      question: words.closeHelp,
      confirm: words.closeIt(ids.length),
      destroys: true,
      onConfirm: () => change({ ids, state: "closed" }),
    });
  return { change, close, busy: set.isPending };
}

function showOutcome(
  list: Data<"/reports/alert_set">["list"],
  { state, until }: Wish,
  zone: string,
) {
  const refused = list.filter(({ code }) => code !== 0);
  if (refused.length < list.length) {
    toast.success(
      words.outcomes[state](list.length - refused.length, until ? formatDayIn(until, zone) : ""),
    );
  }
  if (refused[0]) toast.error(words.unchanged(refused.length, refused[0].message));
}
