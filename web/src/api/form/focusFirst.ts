interface FieldNodes {
  getInputNode: (field: never) => HTMLElement | null;
}

/** Focuses the first of these fields on the page, which also scrolls it into view. */
export function focusFirst(form: FieldNodes, fields: string[]) {
  const nodes = fields.flatMap((field) => form.getInputNode(field as never) ?? []);
  const [first] = nodes.sort((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  first?.focus();
}
