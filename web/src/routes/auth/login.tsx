import { createFileRoute, useRouter } from "@tanstack/react-router";

import { strangersOnly } from "@/features/account/guard";
import { LoginForm } from "@/features/account/LoginForm";
import { safeNext } from "@/features/account/next";

interface Search {
  next?: string;
}

export const Route = createFileRoute("/auth/login")({
  validateSearch: ({ next }): Search => (typeof next === "string" ? { next } : {}),
  beforeLoad: strangersOnly,
  component: Login,
  // The first page of all comes with the first file; a file of its own would be one more journey.
  codeSplitGroupings: [],
});

function Login() {
  const { next } = Route.useSearch();
  const router = useRouter();
  const isRoute = (pathname: string) => router.getMatchedRoutes(pathname)[2] !== undefined;
  return <LoginForm onSignedIn={() => router.history.push(safeNext(next, isRoute) ?? "/")} />;
}
