import { createFileRoute } from "@tanstack/react-router";

import { AddPage } from "@/features/payments/methods/MethodPage";
import { shell } from "@/text/core/shell";

export const Route = createFileRoute("/_app/settings/payment-add-bank")({
  staticData: { title: shell.addPayment.bank },
  component: () => <AddPage kind="bank" />,
});
