import { useNavigate } from "@tanstack/react-router";

import type { Postback } from "@/api/gen/types.gen";
import { useCall } from "@/api/query";
import { postback as words } from "@/text/publisher/postback";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { toast } from "@/ui/feedback/toasts";
import { ActionMenu } from "@/ui/overlay/ActionMenu";

/** Edits, pauses, resumes or deletes a postback. */
export function PostbackMenu({ postback, name }: { postback: Postback; name: string }) {
  const navigate = useNavigate();
  const { id } = postback;
  const active = postback.state === "active";
  const state = useCall("/postback/set_state", {
    refresh: ["/postback/list", "/postback/deliveries"],
    onSuccess: (saved) => toast.success(saved.state === "active" ? words.resumed : words.paused),
  });
  const removal = useCall("/postback/del", {
    refresh: ["/postback/list", "/postback/deliveries"],
    onSuccess: () => toast.success(words.deleted),
  });
  return (
    <ActionMenu
      label={words.actionsOf(name)}
      busy={state.isPending || removal.isPending}
      groups={[
        [
          {
            label: words.edit,
            onClick: () =>
              void navigate({
                to: "/tools/global-postback/edit/{-$id}",
                params: { id: String(id) },
              }),
          },
          {
            label: active ? words.pause : words.resume,
            onClick: () =>
              state.mutate({ attributes: { id, state: active ? "paused" : "active" } }),
          },
        ],
        [
          {
            label: words.delete,
            onClick: () =>
              openConfirm({
                title: words.deleteTitle,
                question: words.deleteHelp,
                confirm: words.deleteConfirm,
                destroys: true,
                onConfirm: () => removal.mutate({ attributes: { id } }),
              }),
          },
        ],
      ]}
    />
  );
}
