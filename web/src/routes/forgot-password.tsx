import { createFileRoute } from "@tanstack/react-router";

import { ForgotPassword } from "@/features/accounts/auth/reset/ForgotPassword";

export const Route = createFileRoute("/forgot-password")({ component: ForgotPassword });
