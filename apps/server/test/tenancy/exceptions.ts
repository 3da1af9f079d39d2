/**
 * Places that do not name their tenant yet, as `<file>: <table>`, or `<file>: *` for a file in which statements are put
 * together for every table. This list only shrinks: most are lists, which become views.
 */
export const exceptions: ReadonlySet<string> = new Set([
  // Authors and references of the platform's records.
  'crud/write.ts: account',
  'crud/routes.ts: *',
  'areas/people/users-list.ts: account',
  'areas/people/users-list.ts: account_role',
  'areas/people/users-list.ts: dept',
  'areas/people/users-list.ts: role',
  'areas/people/dept-routes.ts: dept',
  'areas/rights/roles.ts: role',
  'areas/rights/roles.ts: account',
  'areas/rights/roles.ts: account_role',
  'areas/notice/notices.ts: account',
  'areas/notice/notices.ts: notice_read',
  'areas/notice/notices.ts: dept',
  'areas/site/routes.ts: account',
])
