/** Both builds as they are shipped, made by `npm test` before the tests; the folder's address ends in a slash. */
export const builtPage = new URL('../dist/', import.meta.url)
