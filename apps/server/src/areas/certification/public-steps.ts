import type { CertificationState } from '@timbermark/contract'
import type { TraceCertification } from '@timbermark/contract/trace'
import type { Db } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { certificateOf, loadSteps, type Standing, withoutRow } from './seal-step.ts'

/** More steps than anybody reads are not told before the browser has proven all of them. */
const mostSteps = 200

/** The last steps of a code. */
export const stepRows = (owner: number, request: number, serial: number): Sql => sql`
  select s.id from certification_step s
  where s.tenant_id = ${owner} and s.request_number = ${request} and s.serials @> ${serial}::int
  order by s.id desc limit ${mostSteps}`

/**
 * What a code is certified as, with its steps in their order, as anyone may see it.
 * @param standing what `standingRow` found
 * @param ids what `stepRows` found
 */
export async function certificationOf(
  db: Db,
  owner: number,
  standing: Standing | undefined,
  ids: readonly { id: number }[],
): Promise<TraceCertification> {
  const { state } = standing ?? withoutRow
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
