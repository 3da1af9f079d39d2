import { can, hasRole } from '@timbermark/client'
import type { ReactNode } from 'react'
import { useSessionStore } from './session.ts'

interface CanProps {
  /** At least one of these permissions is needed. */
  permissions?: readonly string[]
  /** At least one of these roles is needed. */
  roles?: readonly string[]
  children: ReactNode
}

/**
 * Shows its content to users who hold one of the permissions or roles, and nothing to others: the element is absent,
 * not disabled. Without any list, or with an empty one, it throws. It only controls display; the server checks every
 * call.
 */
export function Can({ permissions, roles, children }: CanProps) {
  const session = useSessionStore()
  if (!permissions && !roles) throw new Error('<Can> needs a list of permissions or roles')
  if (permissions && !can(session.permissions, permissions)) return null
  if (roles && !hasRole(session.roles, roles)) return null
  return children
}
