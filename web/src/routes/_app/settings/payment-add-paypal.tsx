import { createFileRoute } from "@tanstack/react-router";

import { AddPage } from "@/features/payment/MethodPage";
import { payment } from "@/text/payment";

export const Route = createFileRoute("/_app/settings/payment-add-paypal")({
  staticData: { title: payment.addOf.paypal },
  component: () => <AddPage kind="paypal" />,
});
