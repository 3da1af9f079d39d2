import { defineEntity } from '../entity.ts'
import { choice, date, datetime, integer, text } from '../field.ts'
import type { StageKey } from '../stage/keys.ts'
import type { States } from '../states.ts'
import { defineView, rowExtras, viewOf } from '../view.ts'

/** Lifecycle of an invitation of a supplier: it counts at once, because the account is of the enterprise, until it is revoked. */
export const supplierInvitationStates = {
  field: 'status',
  initial: 'current',
  values: ['current', 'revoked'],
  transitions: [
    {
      verb: 'revoke',
      from: ['current'],
      to: 'revoked',
      permission: 'add',
      confirm: 'plain',
      reason: { is: 'required', field: 'reason' },
      final: 'the supplier reports nothing more about these goods; it can be invited again',
    },
  ],
  editable: [],
  removable: [],
} as const satisfies States

/** An invitation of an account of user type 4 (supplier) of the own enterprise to report named stages about goods until a day. */
export const supplierInvitation = defineEntity({
  area: 'custody',
  name: 'supplier-invitation',
  table: 'supplier_invitation',
  tenancy: 'tenant',
  label: 'goods',
  scoped: true,
  fields: {
    goods: text({ max: 200, readonly: true }),
    codes: integer({ readonly: true }),
    /** Last day on which something may happen that the supplier reports (UTC). */
    untilOn: date({ required: true, createOnly: true }),
    /** What the enterprise tells the supplier. */
    note: text({ max: 500, lines: 3, createOnly: true, hideInList: true }),
    status: choice({ options: supplierInvitationStates.values, default: 'current', search: 'eq', readonly: true }),
    /** Why it was revoked. */
    reason: text({ max: 200, readonly: true, hideInList: true }),
    invitedAt: datetime({ readonly: true }),
    settledAt: datetime({ readonly: true, hideInList: true }),
  },
  operations: ['list'],
  states: supplierInvitationStates,
  verbs: ['add'],
})

const { note: _note, ...listed } = supplierInvitation.fields

/** Invitations of suppliers as the enterprise sees them. */
export const supplierInvitations = defineView({
  ...viewOf(supplierInvitation),
  defaultColumns: ['goods', 'stageNames', 'supplier', 'untilOn', 'status', 'invitedAt'],
  fields: {
    ...listed,
    /** Sign-in name and name of the invited account. */
    supplier: text({ max: 120, readonly: true, required: true, search: 'like' }),
    /** Names of the stages, in the reader's language. */
    stageNames: text({ max: 1000, readonly: true, required: true }),
    /** Whether the supplier may report about what happens today. */
    validity: choice({
      options: ['current', 'ended'],
      required: true,
      readonly: true,
      search: 'eq',
      hideInList: true,
    }),
  },
  rowExtras: rowExtras<{ accountId: number; stages: StageKey[] }>(),
})
