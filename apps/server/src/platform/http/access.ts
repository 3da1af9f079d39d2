import type { Access } from '@timbermark/contract'
import type { FastifyRequest } from 'fastify'
import { type Actor, hasPermission } from '../actor.ts'
import { Refusal } from '../refusal.ts'
import type { RouteSpec } from './route.ts'

/**
 * Authenticates the caller by the request's token. Injected by areas/system/identity, so that the platform does not
 * depend on it.
 */
export type Authenticate = (token: string, call: { ip: string }) => Promise<Actor | undefined>

function bearer(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  return header?.startsWith('Bearer ') ? header.slice(7) : undefined
}

/** Permissions of which one is enough; none when every user of the right type may call. */
export function permissionsOf(access: Access<string>): readonly string[] {
  if (typeof access === 'string') return []
  if ('permission' in access) return [access.permission]
  return 'anyOf' in access ? access.anyOf : []
}

/**
 * The caller; public routes do not authenticate.
 * @throws Refusal unauthenticated
 */
export async function authenticateCaller(
  spec: RouteSpec,
  request: FastifyRequest,
  authenticate: Authenticate,
): Promise<Actor | undefined> {
  if (spec.access === 'public') return undefined
  const token = bearer(request)
  const actor = token ? await authenticate(token, { ip: request.ip }) : undefined
  if (!actor) throw new Refusal('unauthenticated')
  return actor
}

/** @throws Refusal auth.initialPassword, auth.secondFactorDemanded, forbidden */
export function authorize(spec: RouteSpec, actor: Actor): void {
  if (actor.mustChangePassword && !spec.whileInitial) throw new Refusal('auth.initialPassword')
  if (actor.mustSetUpFactor && !spec.whileInitial && !spec.whileFactorless)
    throw new Refusal('auth.secondFactorDemanded')
  if (!isOpenTo(spec.access, actor)) throw new Refusal('forbidden')
}

/** Whether the user type and the permissions of somebody signed in allow a call. */
export function isOpenTo(access: Access<string>, actor: Actor): boolean {
  if (access === 'signedIn' || access === 'public') return true
  if (!(access.userTypes ?? [1]).includes(actor.userType)) return false
  const free = !('permission' in access || 'anyOf' in access)
  return free || permissionsOf(access).some(permission => hasPermission(actor, permission))
}
