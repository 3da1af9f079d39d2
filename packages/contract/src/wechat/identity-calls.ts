import { z } from 'zod'
import { defineCall } from '../call.ts'
import { moment, nothing, removed, rowId } from '../wire/shapes.ts'

/** Most identities of one account. */
export const maxBoundIdentities = 5

const boundIdentity = z.strictObject({
  id: rowId,
  nickname: z.string().nullable(),
  /** The platform's number of the app that the person agreed in. */
  appId: z.string(),
  boundAt: moment,
  /** Last sign-in by it; null before the first. */
  usedAt: moment.nullable(),
})
export type BoundIdentity = z.output<typeof boundIdentity>

export const pendingIdentity = defineCall({
  method: 'GET',
  path: '/wechat/identity',
  access: 'public',
  summary:
    'Whether accounts may sign in through the messaging platform, and whose identity this browser has just brought',
  answer: z.strictObject({
    available: z.boolean(),
    /** The caller is the platform's own browser, the only one that its consent page opens in. */
    inside: z.boolean(),
    /** The identity that waits to be used or bound; null without one, empty when it has no name. */
    nickname: z.string().nullable(),
  }),
})

export const signInByIdentity = defineCall({
  method: 'POST',
  path: '/wechat/identity/signIn',
  access: 'public',
  summary:
    'Signs in by the identity that this browser has just brought from the messaging platform; `bind` when no account has it',
  answer: z.union([
    z.strictObject({ token: z.string(), url: z.string(), path: z.string() }),
    /** The second factor is still owed: for `POST /login/secondFactor`. */
    z.strictObject({ ticket: z.string(), path: z.string() }),
    z.strictObject({ bind: z.literal(true) }),
  ]),
})

export const boundIdentities = defineCall({
  method: 'GET',
  path: '/system/user/profile/identities',
  access: 'signedIn',
  summary: 'Identities of the messaging platform that sign the own account in',
  answer: z.array(boundIdentity),
})

export const bindIdentity = defineCall({
  method: 'POST',
  path: '/system/user/profile/identities',
  access: 'signedIn',
  summary: 'Binds the identity that this browser has just brought from the messaging platform to the own account',
  body: z.strictObject({ password: z.string().min(1).max(200) }),
  /** Page of this site to open afterwards; empty without one. */
  answer: z.strictObject({ path: z.string() }),
  labels: 'system.secondFactor',
  audit: { title: 'wechat.identity', kind: 'add' },
})

export const dropIdentity = defineCall({
  method: 'DELETE',
  path: '/wechat/identity',
  access: 'public',
  summary: 'Forgets the identity that this browser has just brought, without using it',
  answer: nothing,
})

export const unbindIdentities = defineCall({
  method: 'DELETE',
  path: '/system/user/profile/identities/:ids(^[0-9,]+$)',
  access: 'signedIn',
  summary: 'Undoes bindings of the own account to identities of the messaging platform, all or none',
  answer: removed,
  audit: { title: 'wechat.identity', kind: 'remove' },
})

export const identityBindingCalls = [
  pendingIdentity,
  signInByIdentity,
  dropIdentity,
  boundIdentities,
  bindIdentity,
  unbindIdentities,
] as const
