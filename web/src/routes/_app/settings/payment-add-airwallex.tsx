import { createFileRoute } from "@tanstack/react-router";

import { AddPage } from "@/features/payments/methods/MethodPage";
import { shell } from "@/text/core/shell";

export const Route = createFileRoute("/_app/settings/payment-add-airwallex")({
  staticData: { title: shell.addPayment.airwallex },
  component: () => <AddPage kind="airwallex" />,
});
