import { createFileRoute } from "@tanstack/react-router";
import { ConnectApp } from "@/features/accounts/apps/ConnectApp";
import { readQuestion } from "@/features/accounts/apps/question";
import { shell } from "@/text/core/shell";
import { Page } from "@/ui/layout/Page";

interface Search {
  ask?: string;
}

export const Route = createFileRoute("/_app/connect")({
  staticData: { title: shell.connect },
  validateSearch: ({ ask }): Search => (typeof ask === "string" ? { ask } : {}),
  component: Connect,
});

function Connect() {
  const { ask = "" } = Route.useSearch();
  return (
    <Page>
      <ConnectApp question={readQuestion(ask)} />
    </Page>
  );
}
