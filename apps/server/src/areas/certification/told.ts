import type { CertificationState } from '@timbermark/contract'
import type { TraceCertification } from '@timbermark/contract/trace'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { certificateOf, loadSteps, standingOf } from './seal-step.ts'

/** More steps than anybody reads are not told before the browser has proven all of them. */
const mostSteps = 200

/** What a code is certified as, with its steps in their order, as anyone may see it. */
export async function certificationOf(
  db: Db,
  owner: number,
  request: number,
  serial: number,
): Promise<TraceCertification> {
  const ids = await db.query<{ id: number }>(sql`
    select s.id from certification_step s
    where s.tenant_id = ${owner} and s.request_number = ${request} and s.serials @> ${serial}::int
    order by s.id desc limit ${mostSteps}`)
  const { state } = await standingOf(db, owner, request, serial)
  const steps = await loadSteps(
    db,
    owner,
    ids.map(({ id }) => id),
  )
  return {
    state: state as CertificationState,
    steps: [...steps.values()]
      .sort((a, b) => a.id - b.id)
      .map(({ id, action, state, enterpriseName, certifierName, recordedAt, judgedOn, papers }) => ({
        step: id,
        action: action as TraceCertification['steps'][number]['action'],
        state: state as CertificationState,
        enterprise: enterpriseName,
        certifier: certifierName,
        at: recordedAt.toISOString(),
        judgedOn,
        documents: papers.map(certificateOf).map(({ files: _, ...paper }) => paper),
      })),
  }
}
