import { lazy, Suspense } from "react";

import { useAsking } from "./asking";

const QuestionModal = lazy(() =>
  import("./lazy/QuestionModal").then(({ QuestionModal }) => ({ default: QuestionModal })),
);

/** Where questions appear; the modal is loaded with the first of them. */
export function Asking() {
  const asked = useAsking((state) => state.asked);
  return (
    <Suspense>
      {asked && <QuestionModal {...asked} onClose={() => useAsking.setState({ asked: null })} />}
    </Suspense>
  );
}
