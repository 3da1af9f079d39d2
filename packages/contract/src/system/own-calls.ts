import { z } from 'zod'
import { defineCall } from '../call.ts'
import { checkedText, count, id, moment, nothing, oneOfEach, removed, rowId } from '../wire/shapes.ts'

/** What the holder of an account does about how it is signed in to: its sessions, and its second factor. */
const ownSession = z.strictObject({
  id: rowId,
  ipaddr: z.string().nullable(),
  /** Place of the address, in words. */
  loginLocation: z.string().nullable(),
  browser: z.string().nullable(),
  os: z.string().nullable(),
  loginTime: moment,
  lastSeen: moment,
  /** The one that asks. */
  current: z.boolean(),
})
export type OwnSession = z.output<typeof ownSession>

export const ownSessions = defineCall({
  method: 'GET',
  path: '/system/user/profile/sessions',
  access: 'signedIn',
  summary: 'Where the own account is signed in, the latest first',
  answer: z.array(ownSession),
})

export const endOwnSessions = defineCall({
  method: 'DELETE',
  path: '/system/user/profile/sessions/:ids(^[0-9,]+$)',
  access: 'signedIn',
  summary: 'Ends sessions of the own account, all or none',
  answer: removed,
  audit: { title: 'system.profile', kind: 'forceLogout' },
})

/** The password of whoever holds the session: what a thief of a session must not do asks for it. */
const proof = { password: z.string().min(1).max(200) }
/** Shown once, kept as hashes. */
const recoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) })
/** Its calls go by another way as long as nothing else may be called. */
const factorCall = { access: 'signedIn', whileFactorless: true, labels: 'system.secondFactor' } as const
const factorAudit = { audit: { title: 'system.secondFactor', kind: 'edit' } } as const

export const ownSecondFactor = defineCall({
  ...factorCall,
  method: 'GET',
  path: '/system/user/profile/secondFactor',
  summary: 'Is a second factor set up for the own account, and does a role demand one',
  answer: z.strictObject({
    enabled: z.boolean(),
    since: moment.nullable(),
    /** Recovery codes that were not used yet. */
    recoveryLeft: count,
    demanded: z.boolean(),
  }),
})

export const beginSecondFactor = defineCall({
  ...factorCall,
  ...factorAudit,
  method: 'POST',
  path: '/system/user/profile/secondFactor',
  summary: 'Begins to set up a second factor: the secret for an authenticator (RFC 6238), told once',
  body: z.strictObject(proof),
  answer: z.strictObject({
    /** Base32 (RFC 4648), for those who type it. */
    secret: z.string(),
    /** `otpauth://totp/…` */
    uri: z.string(),
    /** The address as a QR code, an SVG as a data address. */
    picture: z.string(),
  }),
})

export const confirmSecondFactor = defineCall({
  ...factorCall,
  ...factorAudit,
  method: 'PUT',
  path: '/system/user/profile/secondFactor',
  summary: 'Sets the second factor up by its first right code; answers the recovery codes, told once',
  body: z.strictObject({ code: z.string().max(40) }),
  answer: recoveryCodes,
})

export const renewRecoveryCodes = defineCall({
  ...factorCall,
  ...factorAudit,
  method: 'POST',
  path: '/system/user/profile/secondFactor/recoveryCodes',
  summary: 'New recovery codes in place of the old ones',
  body: z.strictObject(proof),
  answer: recoveryCodes,
})

export const removeSecondFactor = defineCall({
  ...factorCall,
  ...factorAudit,
  method: 'POST',
  path: '/system/user/profile/secondFactor/remove',
  summary: 'Removes the own second factor, unless a role demands it',
  body: z.strictObject({ ...proof, code: z.string().max(40) }),
  answer: nothing,
})

export const resetSecondFactor = defineCall({
  method: 'PUT',
  path: '/system/user/resetSecondFactor',
  access: { permission: 'system:user:resetPwd' },
  scope: { row: 'system/user' },
  summary: 'Removes the lost second factor of a user, whose sessions end and who is told',
  body: z.strictObject({ id: id.optional(), userId: id.optional() }).meta(oneOfEach(['id', 'userId'])),
  answer: nothing,
  labels: 'system.user',
  audit: { title: 'system.secondFactor', kind: 'edit' },
})

export const demandSecondFactor = defineCall({
  method: 'PUT',
  path: '/system/role/secondFactor',
  access: { permission: 'system:role:edit' },
  scope: { row: 'system/role' },
  summary: 'Says whether a role, delivered ones too, demands a second factor of those who hold it',
  body: z
    .strictObject({ id: id.optional(), roleId: id.optional(), demanded: z.boolean() })
    .meta(oneOfEach(['id', 'roleId'])),
  answer: nothing,
  labels: 'system.role',
  audit: { title: 'system.role', kind: 'edit' },
})

export const markMessagesRead = defineCall({
  method: 'POST',
  path: '/system/message/markRead',
  access: 'signedIn',
  summary: 'Marks messages of the system to the caller as read; all without ids',
  query: z.object({ ids: z.string().max(10_000).optional() }),
  answer: z.strictObject({ marked: count }),
})

export const inviteUser = defineCall({
  method: 'POST',
  path: '/system/user/invitation',
  access: { permission: 'system:user:add' },
  scope: { none: 'a link to the enterprise' },
  summary: 'Makes an invitation to register with the own enterprise, good for seven days',
  answer: z.strictObject({ invitation: z.string(), until: moment }),
  audit: { title: 'system.user', kind: 'other' },
})

export const withdrawInvitations = defineCall({
  method: 'DELETE',
  path: '/system/user/invitation',
  access: { permission: 'system:user:add' },
  scope: { none: 'all links to the enterprise' },
  summary: 'Withdraws every invitation that the own enterprise has given',
  answer: nothing,
  audit: { title: 'system.user', kind: 'other' },
})

export const readInvitation = defineCall({
  method: 'GET',
  path: '/register/invitation/:token',
  access: 'public',
  summary: 'Which enterprise an invitation is from',
  answer: z.strictObject({ enterpriseName: z.string() }),
})

export const takeUser = defineCall({
  method: 'PUT',
  path: '/system/user/take',
  access: { permission: 'system:user:add' },
  scope: { row: 'system/user' },
  summary: 'Takes somebody who registered: gives a department and roles, and lets him sign in',
  body: z
    .strictObject({
      id: id.optional(),
      userId: id.optional(),
      deptId: id,
      userType: checkedText.optional().meta({ examples: ['1', '2', '3', '4', '5'] }),
      roleIds: z.array(rowId).optional(),
    })
    .meta(oneOfEach(['id', 'userId'])),
  answer: nothing,
  labels: 'system.user',
  audit: { title: 'system.user', kind: 'add' },
})

export const ownCalls = [
  ownSessions,
  endOwnSessions,
  ownSecondFactor,
  beginSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  removeSecondFactor,
  resetSecondFactor,
  demandSecondFactor,
  markMessagesRead,
  inviteUser,
  withdrawInvitations,
  readInvitation,
  takeUser,
] as const
