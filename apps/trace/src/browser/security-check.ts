import type { CheckAnswer } from '@timbermark/contract/trace'
import type { SubmitCheck } from '../islands/Check.tsx'
import type { Store } from '../live.ts'
import { newVisitId } from './retry.ts'
import type { SafeStorage } from './storage.ts'
import type { WorkTask } from './proof-of-work.ts'

/** If others guess codes meanwhile, the server asks for more work; after this many tasks the reader gets the picture. */
const maxWorkTasks = 2

interface Context {
  code: string
  local: SafeStorage
  store: Store
  /** Sends a check, with retries when no answer comes. */
  send: (body: object) => Promise<CheckAnswer>
  /** Computes the proof of work that may replace the picture; undefined when it takes too long. */
  solve: (task: WorkTask) => Promise<string | undefined>
}

/**
 * Creates the call that checks security codes. Each press is a query with its own id. A query without an answer keeps its
 * id for the next press, so that it counts once. Remembers the first right check of this browser, so that readers are not warned
 * about their own earlier check.
 */
export function createSecurityCheck({ code, local, store, send, solve }: Context): SubmitCheck {
  const storageKey = `first-check:${code}`
  store.set({ ownFirstCheckAt: local.get(storageKey) })
  let unanswered: { securityCode: string; visit: string } | undefined
  return async request => {
    const { securityCode } = request
    const visit = unanswered?.securityCode === securityCode ? unanswered.visit : newVisitId()
    unanswered = { securityCode, visit }
    const body = { code, visit, ...request, ...store.get().place }
    let answer = await send(body)
    for (let solved = 0; solved < maxWorkTasks && answer.challenge?.work; solved++) {
      const { work: task } = answer.challenge
      const solution = await solve(task).catch(() => undefined)
      if (solution === undefined) break
      answer = await send({ ...body, captcha: undefined, work: { task: task.task, answer: solution } })
    }
    unanswered = undefined
    if (answer.first && answer.firstRightAt) {
      local.set(storageKey, answer.firstRightAt)
      store.set({ ownFirstCheckAt: answer.firstRightAt })
    }
    return answer
  }
}
