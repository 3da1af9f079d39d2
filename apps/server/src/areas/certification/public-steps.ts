import type { CertificationState } from '@timbermark/contract'
import type { TraceCertification } from '@timbermark/contract/trace'
import type { Db } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { toSealedCertificate, loadSteps, type CurrentCertification, notAuthorized } from './step-facts.ts'

/** The browser proves every step, so at most this many are answered. */
const maxSteps = 200

/** Query for the ids of the last steps of a code. */
export const codeStepIds = (owner: number, request: number, serial: number): Sql => sql`
  select s.id from certification_step s
  where s.tenant_id = ${owner} and s.request_number = ${request} and s.serials @> ${serial}::int
  order by s.id desc limit ${maxSteps}`

/**
 * Loads the public certification of a code, with its steps in order.
 * @param current result of `currentCertificationQuery`
 * @param ids result of `codeStepIds`
 */
export async function loadCodeCertification(
  db: Db,
  owner: number,
  current: CurrentCertification | undefined,
  ids: readonly { id: number }[],
): Promise<TraceCertification> {
  const { state } = current ?? notAuthorized
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
        documents: papers.map(toSealedCertificate).map(({ files: _, ...document }) => document),
      })),
  }
}
