/** What screens may use of the shell. */
export { Can } from './can.tsx'
export { useClient } from './client.ts'
export { reportError } from './feedback.ts'
export { forgetParameters, useParameter } from './parameter.ts'
export { type Session, type SessionUser, useSession } from './session.ts'
export { useT } from './texts.tsx'
export { usePasswordLength } from './use-password-length.ts'
export { Waiting } from './waiting.tsx'
