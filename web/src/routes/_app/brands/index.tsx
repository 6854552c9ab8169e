import { createFileRoute, redirect } from "@tanstack/react-router";
import { RELATION_NONE } from "@/api/gen/enums.gen";

export const Route = createFileRoute("/_app/brands/")({
  beforeLoad: () => {
    throw redirect({ to: "/brands/find", search: { status: RELATION_NONE } });
  },
});
