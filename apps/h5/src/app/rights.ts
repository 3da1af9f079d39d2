import { can } from '@timbermark/client'
import { supplierUserType } from '@timbermark/contract'
import type { Profile } from '../report/wire.ts'

/** Whether the person may take over goods that are offered to the enterprise. */
export const canReceive = ({ permissions }: Profile): boolean => can(permissions ?? [], ['custody:offer:accept'])

/** Whether invitations decide what the person may report. */
export const isSupplier = ({ userType }: Profile): boolean => Number(userType) === supplierUserType
