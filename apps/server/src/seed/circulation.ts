import type { CirculationStep } from '@timbermark/contract'
import type { Services } from '../platform/services.ts'
import { sql } from '../platform/database/sql.ts'
import { beforeStories, storyStages } from './story.ts'

/** Days that a stage may take longer than in the story. */
const grace = 3

/**
 * The circulation of a demonstration enterprise, with the expected days.
 * @returns its id
 */
export async function seedCirculation(
  services: Services,
  tenant: { id: number; adminId: number },
  french: boolean,
): Promise<number> {
  const steps: CirculationStep[] = storyStages.map(({ stage, day }, place) => ({
    stage,
    required: true,
    days: day - (storyStages[place - 1]?.day ?? day) + grace,
    ...(stage === 'endTransport' && { responsible: french ? 'Équipe logistique (démo)' : '物流部（示例）' }),
  }))
  const name = french ? 'Du parc à la vente, avec délais' : '从林地到销售（含时限）'
  const { id } = await services.database.withTenant(tenant.id, db =>
    db.one<{ id: number }>(sql`
      insert into circulation (tenant_id, name, steps, created_by, created_at)
      values (${tenant.id}, ${name}, ${JSON.stringify(steps)}::jsonb, ${tenant.adminId}, ${beforeStories}) returning id`),
  )
  return id
}
