/** The `name` of a form's inputs, for browsers and password managers: the field's path. For `useForm`. */
export function nameInput({ field }: { field: PropertyKey }) {
  return { name: String(field) };
}
