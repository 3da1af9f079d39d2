import type { CheckAnswer } from '@timbermark/contract/trace'
import type { Ask } from '../islands/Check.tsx'
import type { Store } from '../live.ts'
import { newVisit } from './again.ts'
import type { Memory } from './storage.ts'

interface Context {
  code: string
  local: Memory
  store: Store
  /** Sends a check, again where no answer came. */
  send: (body: object) => Promise<CheckAnswer>
}

/**
 * Asks the server about anti-counterfeit codes. Each press is a query of its own and has its own number; one that got no
 * answer keeps its number for the next press, so that it is counted once. Remembers the first right check of this browser:
 * what somebody else did and what the reader did himself are two things.
 */
export function createAsk({ code, local, store, send }: Context): Ask {
  const remembered = `first-check:${code}`
  store.set({ ownFirst: local.get(remembered) })
  let unanswered: { securityCode: string; visit: string } | undefined
  return async request => {
    const { securityCode } = request
    const visit = unanswered?.securityCode === securityCode ? unanswered.visit : newVisit()
    unanswered = { securityCode, visit }
    const answer = await send({ code, visit, ...request, ...store.get().place })
    unanswered = undefined
    if (answer.first && answer.firstRightAt) {
      local.set(remembered, answer.firstRightAt)
      store.set({ ownFirst: answer.firstRightAt })
    }
    return answer
  }
}
