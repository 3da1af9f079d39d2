/** Faults of the mail server: what it took may come again, under the same id. */
import { type Fault, recovery } from '../scene.ts'
import type { EmbeddedSite } from '../site.ts'
import { pause, until } from '../wait.ts'

const mailUnanswered: Fault<EmbeddedSite> = {
  name: 'mail-unanswered',
  title: 'the mail server takes mails without an answer, the server is killed meanwhile',
  leavesHalves: true,
  times: 2,
  quick: 0,
  async strike(scene) {
    const { load, mailbox, object, site } = scene
    const before = mailbox.broken
    mailbox.breakAnswers(true)
    const stop = load.volley(['mail'], 2)
    if (!(await until(async () => mailbox.broken > before + 1, { patienceMs: 60_000, everyMs: 20 })))
      object('no mail was being sent')
    stop()
    const since = performance.now()
    await site.server.kill('SIGKILL')
    mailbox.breakAnswers(false)
    site.server.start()
    const back = await recovery(scene, since)
    await pause(1000)
    return back
  },
}

export const mailFaults = [mailUnanswered]
