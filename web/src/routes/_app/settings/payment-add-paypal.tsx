import { createFileRoute } from "@tanstack/react-router";

import { AddPage } from "@/features/payments/methods/MethodPage";
import { shell } from "@/text/core/shell";

export const Route = createFileRoute("/_app/settings/payment-add-paypal")({
  staticData: { title: shell.addPayment.paypal },
  component: () => <AddPage kind="paypal" />,
});
