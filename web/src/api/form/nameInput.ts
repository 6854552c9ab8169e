/**
 * Gives each input of a form its field's path as `name`, for browsers and password managers. For
 * `useForm`.
 */
export function nameInput({ field }: { field: PropertyKey }) {
  return { name: String(field) };
}
