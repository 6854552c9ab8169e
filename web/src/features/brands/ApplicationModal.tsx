import { Skeleton } from "@mantine/core";

import { brand as words } from "@/text/brands/brand";
import { overlay } from "@/ui/base/overlay";
import { LazyModal } from "@/ui/overlay/LazyModal";
import type { ApplicationFormProps } from "./ApplicationForm";

const ApplicationForm = overlay(
  () => import("./ApplicationForm").then(({ ApplicationForm }) => ApplicationForm),
  <Skeleton h={220} />,
);

/** The modal in which a publisher adds a message for the network before applying to a brand. */
export function ApplicationModal(props: ApplicationFormProps & { opened: boolean }) {
  const { opened, ...form } = props;
  const [first] = form.brands;
  const title =
    form.brands.length === 1 && first
      ? words.applyTo(first.name)
      : words.applyMany(form.brands.length);
  return (
    <LazyModal opened={opened} title={title} onClose={() => form.onClose(false)}>
      <ApplicationForm {...form} />
    </LazyModal>
  );
}
