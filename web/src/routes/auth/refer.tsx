import { createFileRoute } from "@tanstack/react-router";
import { lazy, Suspense } from "react";

import { useSession } from "@/api/session";
import { loadUser } from "@/features/auth/guard";
import { Invitation } from "@/features/referral/Invitation";
import { shell } from "@/text/core/shell";
import { parsePaging } from "@/ui/table/paging";

const Shell = lazy(() =>
  import("@/features/shell/Shell").then(({ Shell }) => ({ default: Shell })),
);
const DownloadsButton = lazy(() =>
  import("@/features/download/DownloadsButton").then(({ DownloadsButton }) => ({
    default: DownloadsButton,
  })),
);
const Referrals = lazy(() =>
  import("@/features/referral/Referrals").then(({ Referrals }) => ({ default: Referrals })),
);

interface Search {
  /** Who invites. */
  uid?: number;
  curPage?: number;
  perPage?: number;
}

export const Route = createFileRoute("/auth/refer")({
  staticData: { title: shell.refer },
  validateSearch: ({ uid, curPage, perPage }): Search => ({
    ...(Number(uid) > 0 ? { uid: Number(uid) } : {}),
    ...(curPage || perPage ? parsePaging({ curPage, perPage }) : {}),
  }),
  beforeLoad: loadUser,
  component: Refer,
});

/** For a guest who invites, for whoever is signed in their own link. */
function Refer() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const signedIn = useSession(({ token }) => !!token);
  if (!signedIn) return <Invitation uid={search.uid} />;
  return (
    <Suspense>
      <Shell
        tools={
          <Suspense>
            <DownloadsButton />
          </Suspense>
        }
      >
        <Referrals
          page={parsePaging({ ...search })}
          onPage={(page) => void navigate({ search: page })}
        />
      </Shell>
    </Suspense>
  );
}
