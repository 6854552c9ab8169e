import { createFileRoute } from "@tanstack/react-router";

import { shell } from "@/text/core/shell";

export const Route = createFileRoute("/_app/payments")({ staticData: { title: shell.payments } });
