import { createFileRoute } from "@tanstack/react-router";

import { AddPage } from "@/features/payments/methods/MethodPage";
import { shell } from "@/text/core/shell";

export const Route = createFileRoute("/_app/settings/payment-add-payoneer")({
  staticData: { title: shell.addPayment.payoneer },
  component: () => <AddPage kind="payoneer" />,
});
