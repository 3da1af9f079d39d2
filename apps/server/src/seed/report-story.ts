import { randomUUID } from 'node:crypto'
import type { ReceivedReport } from '@timbermark/contract/stage-calls'
import type { ownCirculation } from '@timbermark/contract/stages'
import { submitReport } from '../areas/stage/report/report.ts'
import { platformTenant } from '../platform/operator.ts'
import type { Services } from '../platform/services.ts'
import { sql } from '../platform/database/sql.ts'
import { demoActor } from './demo-actor.ts'
import { draw } from './pictures.ts'
import { type Story, type StoryStage, woods } from './story.ts'

/** An enterprise of the demonstration, and who works in it. */
export interface DemoTenant {
  id: number
  deptId: number
  adminId: number
  fieldId: number
  /** Who reports what happens in Gabon, when the enterprise's own reporter does not work there. */
  gabon?: { deptId: number; fieldId: number }
}

/** Whether a stage of the stories takes place in Gabon; the others do in China. */
const isInGabon = ({ country }: StoryStage) => country === 'GA'

/** Who works at a stage: the branch in Gabon for what happens there, if the enterprise has one. */
export function reporterOf(tenant: DemoTenant, stage: StoryStage): { deptId: number; fieldId: number } {
  return (isInGabon(stage) && tenant.gabon) || tenant
}

/** When a story's day begins at an hour, UTC. */
export const storyMoment = (story: Story, day: number, hour: number): Date => {
  const date = new Date(Date.now() - story.since * 86_400_000 + day * 86_400_000)
  date.setUTCHours(hour, 20, 0, 0)
  return date
}

/** What a report names. */
export type ReportedGoods = Pick<ReceivedReport, 'codes' | 'ranges' | 'parentCode'>

/** Reports stages of a story by the phone's call, on their days, by the people of an enterprise. */
export async function storyReporter(
  services: Services,
  tenant: DemoTenant,
  story: Story,
  circulationId: number | typeof ownCirculation,
): Promise<(stage: StoryStage, index: number, goods: ReportedGoods) => Promise<void>> {
  const wood = woods[story.wood]
  const templates = await services.database.withTenant(tenant.id, db =>
    db.query<{ id: number; stage: string }>(
      sql`select id, stage from stage_template where tenant_id = ${platformTenant}`,
    ),
  )
  return async (stage, index, goods) => {
    const at = (hour: number, offset = 0) => storyMoment(story, stage.day + offset, hour).toISOString()
    const { deptId, fieldId } = reporterOf(tenant, stage)
    const values = stage.values({
      story,
      wood,
      at,
      date: (offset = 0) => at(8, offset).slice(0, 10),
      paper: code => `DEMO-${code}`,
    })
    const photos = await Promise.all(
      stage.scenes.map(async (scene, number) => {
        const content = await draw(scene, wood.color, story.since + index * 7 + number)
        const file = await services.database.withTenant(tenant.id, db =>
          services.files.storeAndEnter(db, tenant.id, fieldId, `${stage.stage}-${number + 1}.jpg`, content, ['jpg']),
        )
        return file.id
      }),
    )
    await submitReport(
      services,
      demoActor({ accountId: fieldId, tenantId: tenant.id, deptId }),
      {
        reportId: randomUUID(),
        stage: stage.stage,
        templateId: templates.find(template => template.stage === stage.stage)!.id,
        circulationId,
        documentCode: `DEMO-${stage.paper}`,
        operator: story.language === 'fr' ? 'Équipe démo' : isInGabon(stage) ? '加蓬林区班组（示例）' : '演示操作员',
        time: at(10),
        ...goods,
        values: { countryOrRegion: stage.country, ...values, photos },
        attributes: {},
        longitude: stage.place[0],
        latitude: stage.place[1],
      },
      story.language,
      storyMoment(story, stage.day, 11),
    )
  }
}
