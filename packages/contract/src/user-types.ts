/** Back-office users, and field users who stand in front of the goods. */
export const byPhoneToo = [1, 2] as const

/** All but field users; their permissions decide the rest. */
export const traders = [1, 3, 4, 5] as const

/** User type of an account of a supplier. */
export const supplierUserType = 4

/** Who reports stages: staff, field users, and suppliers about the goods that they are invited to. */
export const reporters = [...byPhoneToo, supplierUserType] as const

/** Whether somebody works on the phone page only: field users, and suppliers who may report and do nothing else. */
export const worksByPhoneOnly = (userType: number, permissions: readonly string[]): boolean =>
  userType === 2 ||
  (userType === supplierUserType &&
    permissions.length > 0 &&
    permissions.every(permission => permission === 'stage:record:report'))
