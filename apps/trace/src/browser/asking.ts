import type { CheckAnswer } from '@timbermark/contract/trace'
import type { Ask } from '../islands/Check.tsx'
import type { Store } from '../live.ts'
import { newVisit } from './again.ts'
import type { Memory } from './storage.ts'
import type { Work } from './work.ts'

/** Others may have guessed while this was computed: then more is asked for, and the picture after that. */
const mostWorks = 2

interface Context {
  code: string
  local: Memory
  store: Store
  /** Sends a check, again where no answer came. */
  send: (body: object) => Promise<CheckAnswer>
  /** Computes what is asked for in place of a picture; undefined when it cannot. */
  work: (work: Work) => Promise<string | undefined>
}

/**
 * Asks the server about anti-counterfeit codes. Each press is a query of its own and has its own number; one that got no
 * answer keeps its number for the next press, so that it is counted once. Remembers the first right check of this browser:
 * what somebody else did and what the reader did himself are two things.
 */
export function createAsk({ code, local, store, send, work }: Context): Ask {
  const remembered = `first-check:${code}`
  store.set({ ownFirst: local.get(remembered) })
  let unanswered: { securityCode: string; visit: string } | undefined
  return async request => {
    const { securityCode } = request
    const visit = unanswered?.securityCode === securityCode ? unanswered.visit : newVisit()
    unanswered = { securityCode, visit }
    const body = { code, visit, ...request, ...store.get().place }
    let answer = await send(body)
    for (let works = 0; works < mostWorks && answer.challenge?.work; works++) {
      const { work: asked } = answer.challenge
      const found = await work(asked).catch(() => undefined)
      if (found === undefined) break
      answer = await send({ ...body, captcha: undefined, work: { task: asked.task, answer: found } })
    }
    unanswered = undefined
    if (answer.first && answer.firstRightAt) {
      local.set(remembered, answer.firstRightAt)
      store.set({ ownFirst: answer.firstRightAt })
    }
    return answer
  }
}
