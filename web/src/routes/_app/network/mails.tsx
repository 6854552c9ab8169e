import { createFileRoute } from "@tanstack/react-router";
import { query } from "@/api/query";
import { loadTab } from "@/features/network/loadTab";
import { MailsTab } from "@/features/network/mails/MailsTab";
import { mailsInput, mailsSearch } from "@/features/network/mails/searchParams";
import { lists } from "@/text/network/lists";
import { useAddress } from "@/ui/base/useAddress";

export const Route = createFileRoute("/_app/network/mails")({
  staticData: { title: lists.mails },
  validateSearch: mailsSearch,
  loaderDeps: ({ search }) => mailsInput(search),
  loader: ({ deps, ...loading }) =>
    loadTab("mails", loading, [query("/network/undelivered_mails", deps)], deps.filter),
  component: () => <MailsTab {...useAddress(Route)} />,
});
