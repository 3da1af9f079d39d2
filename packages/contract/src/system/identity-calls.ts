import { z } from 'zod'
import { defineCall } from '../call.ts'
import { nothing, rowId } from '../wire/shapes.ts'

/** The solution of a picture, where one was asked for. */
const solved = { code: z.string().max(20).optional(), uuid: z.string().max(64).optional() }

const picture = z.strictObject({
  captchaEnabled: z.boolean(),
  uuid: z.string().optional(),
  /** PNG as a data address. */
  img: z.string().optional(),
})

const session = z.strictObject({ token: z.string(), url: z.string() })

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
  }),
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  mustChangePassword: z.boolean(),
})

/** Route item of the menu, in the shape that this family of back offices uses. */
export interface RouteItem {
  name: string
  path: string
  hidden: boolean
  redirect?: string
  /** `Layout`, `ParentView`, `InnerLink` or the id of a screen. */
  component: string
  /** JSON text: the query a click on the entry carries. */
  query?: string
  alwaysShow?: boolean
  meta?: {
    /** Key of a phrase, or plain text that people entered. */
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
  answer: picture,
  beside: picture,
})

export const signIn = defineCall({
  method: 'POST',
  path: '/login',
  access: 'public',
  summary: 'Signs in; answers an opaque token and the page to open',
  body: z.strictObject({ username: z.string().max(100), password: z.string().max(200), ...solved }),
  answer: session,
  beside: session,
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
  beside: signedIn,
  whileInitial: true,
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
  summary: 'Registers an account without any right, when the parameter sys.account.registerUser allows it',
  body: z.strictObject({
    username: z.string().max(100),
    password: z.string().max(200),
    confirmPassword: z.string().max(200).optional(),
    ...solved,
  }),
  answer: nothing,
  labels: 'system.user',
})

export const identityCalls = [captchaImage, signIn, signOut, signedInUser, menuRoutes, register] as const
