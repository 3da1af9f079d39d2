import { z } from 'zod'
import { defineCall } from '../call.ts'
import { filter, nothing, oneOfEach, rowId } from '../wire/shapes.ts'

/** Solution of a captcha, if one was required. */
const solved = { code: z.string().max(20).optional(), uuid: z.string().max(64).optional() }

const picture = z.strictObject({
  captchaEnabled: z.boolean(),
  uuid: z.string().optional(),
  /** PNG as a data URL. */
  img: z.string().optional(),
})

const opened = z.strictObject({
  token: z.string(),
  url: z.string(),
  /** The browser stores it and sends it as `x-known-device` when signing in: failed attempts from elsewhere do not count here. */
  device: z.string().optional(),
})

/** With a second factor the password only gives a ticket for `POST /login/secondFactor`, valid five minutes. */
const session = z.union([opened, z.strictObject({ ticket: z.string() })])

const signedIn = z.strictObject({
  user: z.strictObject({
    userId: rowId,
    userName: z.string(),
    nickName: z.string(),
    avatar: z.string().nullable(),
    userType: z.number().int(),
    deptId: rowId.nullable(),
    deptName: z.string().nullable(),
    enterpriseId: rowId,
    enterpriseName: z.string(),
    /** IANA name of the time zone in which statistics cut the enterprise's days. */
    timeZone: z.string(),
  }),
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  mustChangePassword: z.boolean(),
  /** A role requires a second factor that is not set up yet: only that is allowed now. */
  mustSetUpFactor: z.boolean(),
})

/** Route item of the menu, in the format of this family of back offices. */
export interface RouteItem {
  name: string
  path: string
  hidden: boolean
  redirect?: string
  /** `Layout`, `ParentView`, `InnerLink` or the id of a screen. */
  component: string
  /** JSON text: query of the entry's link. */
  query?: string
  alwaysShow?: boolean
  meta?: {
    /** Phrase key, or text that people entered. */
    title: string
    icon: string
    noCache: boolean
    /** Address shown in a frame. */
    link: string | null
    affix: boolean
    activeMenu: string | null
    breadcrumb: boolean
  }
  children?: RouteItem[]
}

const routeItem: z.ZodType<RouteItem> = z.strictObject({
  name: z.string(),
  path: z.string(),
  hidden: z.boolean(),
  redirect: z.string().optional(),
  component: z.string(),
  query: z.string().optional(),
  alwaysShow: z.boolean().optional(),
  meta: z
    .strictObject({
      title: z.string(),
      icon: z.string(),
      noCache: z.boolean(),
      link: z.string().nullable(),
      affix: z.boolean(),
      activeMenu: z.string().nullable(),
      breadcrumb: z.boolean(),
    })
    .optional(),
  get children() {
    return z.array(routeItem).optional()
  },
})

export const captchaImage = defineCall({
  method: 'GET',
  path: '/captchaImage',
  access: 'public',
  summary: 'Picture with a verification code, valid two minutes for one try',
  query: z.object({
    /** Request one after a refusal `auth.captchaNeeded`, even if the parameter does not require it. */
    needed: filter,
  }),
  answer: picture,
  envelopeExtras: picture,
})

export const signIn = defineCall({
  method: 'POST',
  path: '/login',
  access: 'public',
  summary: 'Signs in; answers an opaque token and the page to open, or the ticket for the second factor',
  body: z.strictObject({ username: z.string().max(100), password: z.string().max(200), ...solved }),
  answer: session,
  envelopeExtras: session,
})

export const signInSecondFactor = defineCall({
  method: 'POST',
  path: '/login/secondFactor',
  access: 'public',
  summary: 'Ends a sign-in by the code of the authenticator, or by a recovery code',
  body: z.strictObject({ ticket: z.string().max(100), code: z.string().max(40) }),
  answer: opened,
  envelopeExtras: opened,
  labels: 'system.secondFactor',
})

export const signOut = defineCall({
  method: 'POST',
  path: '/logout',
  access: 'public',
  summary: 'Ends the session of the token, if there is one',
  answer: nothing,
})

export const signedInUser = defineCall({
  method: 'GET',
  path: '/getInfo',
  access: 'signedIn',
  summary: 'The signed-in user with roles and permissions',
  answer: signedIn,
  envelopeExtras: signedIn,
  whileInitial: true,
  whileFactorless: true,
})

export const menuRoutes = defineCall({
  method: 'GET',
  path: '/getRouters',
  access: 'signedIn',
  summary: 'Menu of the signed-in user as routes',
  answer: z.array(routeItem),
})

export const register = defineCall({
  method: 'POST',
  path: '/register',
  access: 'public',
  summary:
    'Registers an account with an enterprise, whose administrators take or refuse it (parameter sys.account.registerUser)',
  body: z
    .strictObject({
      username: z.string().max(100),
      password: z.string().max(200),
      confirmPassword: z.string().max(200).optional(),
      /** Identification of the enterprise; not with an invitation. */
      enterprise: z.string().max(100).optional(),
      invitation: z.string().max(200).optional(),
      ...solved,
    })
    .meta(oneOfEach(['enterprise', 'invitation'])),
  answer: nothing,
  labels: 'system.user',
})

export const identityCalls = [
  captchaImage,
  signIn,
  signInSecondFactor,
  signOut,
  signedInUser,
  menuRoutes,
  register,
] as const
