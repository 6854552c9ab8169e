import { createFileRoute } from "@tanstack/react-router";

import { AddPage } from "@/features/payment/MethodPage";
import { payment } from "@/text/payment";

export const Route = createFileRoute("/_app/settings/payment-add-airwallex")({
  staticData: { title: payment.addOf.airwallex },
  component: () => <AddPage kind="airwallex" />,
});
