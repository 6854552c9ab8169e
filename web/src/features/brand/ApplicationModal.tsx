import { Skeleton } from "@mantine/core";
import { lazy, Suspense } from "react";

import { brand as words } from "@/text/publisher/brand";
import { LazyModal } from "@/ui/overlay/LazyModal";

import type { ApplicationFormProps } from "./ApplicationForm";

const ApplicationForm = lazy(() =>
  import("./ApplicationForm").then(({ ApplicationForm }) => ({ default: ApplicationForm })),
);

/** Asks for a message before an application is sent; its form loads when it is first wanted. */
export function ApplicationModal(props: ApplicationFormProps & { opened: boolean }) {
  const { opened, ...form } = props;
  const [first] = form.brands;
  const title =
    form.brands.length === 1 && first
      ? words.applyTo(first.name)
      : words.applyMany(form.brands.length);
  return (
    <LazyModal opened={opened} title={title} onClose={() => form.onClose(false)}>
      <Suspense fallback={<Skeleton h={220} />}>
        <ApplicationForm {...form} />
      </Suspense>
    </LazyModal>
  );
}
