import { codeRange } from '../areas/code/directory/range-facts.ts'
import { loadReviewDocuments } from '../areas/certification/documents.ts'
import { type Step, takeStep } from '../areas/certification/step.ts'
import type { Actor } from '../platform/actor.ts'
import { sql } from '../platform/database/sql.ts'
import type { Services } from '../platform/services.ts'
import { paper } from './documents.ts'
import { beforeStories } from './story.ts'

/** Code of the certifier's own document, which its reviews refer to. */
export const auditCode = 'DEMO-AUDIT'

/** Adds the certification body's own document. */
export async function seedAudit(services: Services, certifier: Actor): Promise<void> {
  const name = 'Chain-of-custody audit report (demo)'
  const content = await paper(name, [
    `Reference: ${auditCode}`,
    'Issued by: Demo Certification Body',
    'Fictitious document of the demonstration, without any value.',
  ])
  await services.database.withTenant(certifier.tenantId, async db => {
    const file = await services.files.storeAndEnter(db, certifier.tenantId, certifier.accountId, 'audit.pdf', content, [
      'pdf',
    ])
    const { id } = await db.one<{ id: number }>(sql`
      insert into document (tenant_id, dept_id, code, name, type, scheme, number, issuer, file, created_by, created_at)
      values (${certifier.tenantId}, ${certifier.deptId}, ${auditCode}, ${name}, 'certificate', 'OLB', ${'DEMO-OLB-0001'},
        ${certifier.tenantName}, ${[file.id]}, ${certifier.accountId}, ${beforeStories})
      returning id`)
    await services.files.claim(db, `document/${id}`, [file.id], false)
  })
}

interface Certified {
  /** The enterprise that requests it, and the reviewer. */
  owner: Actor
  certifier: Actor
  requestNumber: number
  count: number
  at: Date
  /** The last codes get all other states, so that each is visible. */
  everyState: boolean
  /** Why some codes fail. */
  reason: string
}

/** Certifies the codes of a request through the third party, as users would do it. */
export async function certifyDemo(
  services: Services,
  { owner, certifier, requestNumber, count, at, everyState, reason }: Certified,
): Promise<void> {
  const passed = everyState ? count - 2000 : count
  const judgedOn = at.toISOString().slice(0, 10)
  const step = (actor: Actor, from: number, to: number, hours: number, more: Omit<Step, 'owner' | 'ranges'>) =>
    services.database.withTenant(actor.tenantId, async db =>
      takeStep(
        { services, db, actor, language: 'en', recordedAt: new Date(at.getTime() + hours * 3_600_000) },
        {
          owner: owner.tenantId,
          ranges: [codeRange(requestNumber, { from, to })],
          ...more,
          ...(more.judgedOn &&
            more.verb === 'pass' && { documents: await loadReviewDocuments(db, actor, [auditCode]) }),
        },
      ),
    )
  const authorized = { id: certifier.tenantId, name: certifier.tenantName }
  await step(owner, 0, everyState ? passed + 1500 : passed, 0, { verb: 'authorize', authorized })
  await step(certifier, 0, passed, 1, { verb: 'pass', judgedOn })
  if (!everyState) return
  await step(certifier, passed + 1000, passed + 1500, 2, { verb: 'fail', judgedOn, reason })
  await step(owner, passed + 1500, passed + 1800, 3, { verb: 'submit' })
}
