import { defineEntity } from '../entity.ts'
import { choice, date, datetime, integer, text } from '../field.ts'
import type { StageKey } from '../stage/keys.ts'
import type { States } from '../states.ts'
import { defineView, rowExtras, viewOf } from '../view.ts'

/** Lifecycle of an invitation to stages: the partner accepts or declines it; the holder may withdraw it before, and revoke it after. */
export const invitationStates = {
  field: 'status',
  initial: 'open',
  values: ['open', 'accepted', 'declined', 'withdrawn', 'revoked'],
  transitions: [
    { verb: 'accept', from: ['open'], to: 'accepted', by: 'separateCall' },
    {
      verb: 'decline',
      from: ['open'],
      to: 'declined',
      permission: 'accept',
      confirm: 'plain',
      reason: { is: 'required', field: 'reason' },
      final: 'the holder has the message and may invite somebody else',
    },
    {
      verb: 'withdraw',
      from: ['open'],
      to: 'withdrawn',
      permission: 'add',
      confirm: 'plain',
      final: 'the partner has the message; it can be invited again',
    },
    {
      verb: 'revoke',
      from: ['accepted'],
      to: 'revoked',
      permission: 'add',
      confirm: 'plain',
      reason: { is: 'required', field: 'reason' },
      final: 'the partner has the message and reports nothing more; it can be invited again',
    },
  ],
  editable: [],
  removable: [],
} as const satisfies States

/**
 * An invitation of another enterprise to report stages about goods that it does not take over, such as customs or shipping. Visible
 * to the holder and the partner only. It stores names as they were, because neither side may read the other's records.
 */
export const invitation = defineEntity({
  area: 'custody',
  name: 'invitation',
  table: 'custody_invitation',
  tenancy: 'tenant',
  label: 'goods',
  scoped: true,
  fields: {
    goods: text({ max: 200, readonly: true }),
    /** Who holds the goods and invites. */
    holder: text({ max: 100, readonly: true }),
    /** Who is invited to report. */
    partner: text({ max: 100, readonly: true }),
    codes: integer({ readonly: true }),
    /** Last day on which something may happen that the partner reports (UTC). */
    untilOn: date({ required: true, createOnly: true }),
    /** What the holder tells the partner. */
    note: text({ max: 500, lines: 3, createOnly: true, hideInList: true }),
    status: choice({ options: invitationStates.values, default: 'open', search: 'eq', readonly: true }),
    /** Why it was declined or revoked. */
    reason: text({ max: 200, readonly: true, hideInList: true }),
    invitedAt: datetime({ readonly: true }),
    settledAt: datetime({ readonly: true, hideInList: true }),
  },
  operations: ['list'],
  states: invitationStates,
  verbs: ['add', 'accept'],
})

const { note: _note, ...listed } = invitation.fields

/** Invitations as both sides see them. */
export const invitations = defineView({
  ...viewOf(invitation),
  unscoped: 'between two enterprises: apps/server/test/custody',
  defaultColumns: ['goods', 'stageNames', 'holder', 'partner', 'untilOn', 'status', 'invitedAt'],
  fields: {
    ...listed,
    /** Names of the stages, in the reader's language. */
    stageNames: text({ max: 1000, readonly: true, required: true }),
    /** Whether the partner may report, or accept, by its dates, independent of its state. */
    standing: choice({
      options: ['open', 'current', 'ended'],
      required: true,
      readonly: true,
      search: 'eq',
      hideInList: true,
    }),
  },
  rowExtras: rowExtras<{
    /** Made by the own enterprise, or received by it. */
    side: 'given' | 'received'
    stages: StageKey[]
  }>(),
})
