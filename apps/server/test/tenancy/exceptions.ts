/**
 * Places that do not name their tenant yet, as `<file>: <table>`, or `<file>: *` for a file in which statements are put
 * together for every table. This list only shrinks.
 */
export const exceptions: ReadonlySet<string> = new Set([
  'areas/people/dept-routes.ts: dept',
  'areas/site/routes.ts: account',
])
