import { AnchorLink } from "@/ui/base/links";

/** A batch's number, which leads to its payments and files. */
export function BatchLink({ batch }: { batch: number }) {
  return (
    <AnchorLink to="/network/payments" search={{ batch_id: batch }} inherit>
      {batch}
    </AnchorLink>
  );
}
