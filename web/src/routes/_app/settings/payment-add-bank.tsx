import { createFileRoute } from "@tanstack/react-router";

import { AddPage } from "@/features/payment/MethodPage";
import { payment } from "@/text/payment";

export const Route = createFileRoute("/_app/settings/payment-add-bank")({
  staticData: { title: payment.addOf.bank },
  component: () => <AddPage kind="bank" />,
});
