import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { PostbackEditor } from "@/features/postbacks/PostbackEditor";
import { shell } from "@/text/core/shell";
import { parseId } from "@/ui/base/searchParams";

export const Route = createFileRoute("/_app/tools/global-postback/edit/{-$id}")({
  staticData: { title: shell.postbackEdit },
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(query("/postback/list"));
    void queryClient.prefetchQuery(query("/postback/get_type"));
  },
  component: EditPostback,
});

function EditPostback() {
  const { id } = Route.useParams();
  return <PostbackEditor id={id === undefined ? null : (parseId(id) ?? 0)} />;
}
