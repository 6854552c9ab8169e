import { createFileRoute, redirect } from "@tanstack/react-router";

export const Route = createFileRoute("/_app/tools/global-postback/")({
  beforeLoad: () => {
    throw redirect({ to: "/tools/global-postback/list" });
  },
});
