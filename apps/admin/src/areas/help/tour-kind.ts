import { can } from '@timbermark/client'

/** Whose work a tour shows. */
export type TourKind = 'dealer' | 'operator' | 'certifier' | 'admin' | 'clerk' | 'printer' | 'trader' | 'auditor'

/** Id of the screen on which the work of each begins. */
export const mainScreens: Readonly<Record<TourKind, string>> = {
  dealer: 'channel/own',
  operator: 'tenant/enterprise',
  certifier: 'certification/review',
  admin: 'system/user',
  clerk: 'catalog/batch',
  printer: 'code/request',
  trader: 'trade/listing',
  auditor: 'stage/record',
}

/** Accounts of dealers have the user type customer. */
const dealerAccountType = 5

/** The tour that fits a person: by rights, as enterprises make roles of their own. */
export function tourKind(userType: number, permissions: readonly string[]): TourKind {
  const may = (permission: string) => can(permissions, [permission])
  if (userType === dealerAccountType) return 'dealer'
  if (may('tenant:enterprise:add')) return 'operator'
  if (may('catalog:batch:add')) return may('system:user:add') ? 'admin' : 'clerk'
  if (may('certification:review:judge')) return 'certifier'
  if (may('code:request:print')) return 'printer'
  if (may('trade:listing:add')) return 'trader'
  return 'auditor'
}
