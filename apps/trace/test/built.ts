/** URL of the folder with both production builds, which `npm test` makes before the tests; ends with a slash. */
export const builtPage = new URL('../dist/', import.meta.url)
