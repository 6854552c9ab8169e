import { createFileRoute } from "@tanstack/react-router";
import { query } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { loadTab } from "@/features/network/loadTab";
import { ReviewsTab } from "@/features/network/reviews/ReviewsTab";
import {
  relationshipsInput,
  reviewsSearch,
  sitesInput,
  vatReviewsInput,
} from "@/features/network/reviews/searchParams";
import { lists } from "@/text/network/lists";
import { useAddress } from "@/ui/base/useAddress";

export const Route = createFileRoute("/_app/network/reviews")({
  staticData: { title: lists.reviews },
  validateSearch: reviewsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps, ...loading }) =>
    loadTab(
      "reviews",
      loading,
      [
        query("/network/relationships", relationshipsInput(deps)),
        query("/network/sites", sitesInput(deps)),
        ...(hasPermission(loading.context.user, "vat.review")
          ? [query("/network/vat_reviews", vatReviewsInput(deps, 1))]
          : []),
      ],
      deps,
    ),
  component: () => <ReviewsTab {...useAddress(Route)} />,
});
