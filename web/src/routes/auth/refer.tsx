import { createFileRoute } from "@tanstack/react-router";

import { useSession } from "@/api/session";
import { loadUser } from "@/features/accounts/auth/requireGuest";
import { Invitation } from "@/features/accounts/referral/Invitation";
import { auth } from "@/text/accounts/auth";
import { loadable } from "@/ui/base/loadable";
import { parsePaging } from "@/ui/table/paging";

const Shell = loadable(() => import("@/features/core/shell/Shell").then(({ Shell }) => Shell));
const DownloadsButton = loadable(() =>
  import("@/features/exports/DownloadsButton").then(({ DownloadsButton }) => DownloadsButton),
);
const Referrals = loadable(() =>
  import("@/features/accounts/referral/Referrals").then(({ Referrals }) => Referrals),
);

interface Search {
  /** The referrer. */
  uid?: number;
  curPage?: number;
  perPage?: number;
}

export const Route = createFileRoute("/auth/refer")({
  staticData: { title: auth.refer },
  validateSearch: ({ uid, curPage, perPage }): Search => ({
    ...(Number(uid) > 0 ? { uid: Number(uid) } : {}),
    curPage: Number(curPage) || undefined,
    perPage: Number(perPage) || undefined,
  }),
  beforeLoad: loadUser,
  component: Refer,
});

/** Shows a guest the referrer, and a signed-in user their own link. */
function Refer() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const signedIn = useSession(({ token }) => !!token);
  if (!signedIn) return <Invitation uid={search.uid} />;
  return (
    <Shell tools={<DownloadsButton />}>
      <Referrals
        page={parsePaging({ ...search })}
        onPage={(page) => void navigate({ search: page })}
      />
    </Shell>
  );
}
