import { createFileRoute } from "@tanstack/react-router";

import { NotFound } from "@/features/core/NotFound";

export const Route = createFileRoute("/404")({ component: NotFound });
