/**
 * The rule of a field that must be filled in. A rule that names `whitespace` at all is one for texts to the form's library, and
 * would call a chosen record, which is a number, empty.
 * @param message what is missing
 * @param isText whether blanks alone count as empty
 */
export const requiredRule = (message: string, isText = true) =>
  isText ? { required: true, whitespace: true, message } : { required: true, message }
