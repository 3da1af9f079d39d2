import { stageKeys } from '@timbermark/contract'
import { z } from 'zod'

const degrees = (most: number) =>
  z
    .union([z.number(), z.string().regex(/^-?\d{1,3}(\.\d{1,15})?$/)])
    .transform(Number)
    .pipe(z.number().min(-most).max(most))

export const reportBody = z.strictObject({
  reportId: z.uuid(),
  stage: z.enum(stageKeys),
  templateId: z.number().int().positive(),
  circulationId: z.number().int().positive().optional(),
  documentCode: z.string().trim().min(1).max(50),
  operator: z.string().trim().min(1).max(50),
  time: z.iso.datetime({ offset: true }),
  codes: z.array(z.string().max(500)).max(20_000),
  parentCode: z.string().max(500).nullish(),
  values: z.record(z.string().max(60), z.unknown()).default({}),
  attributes: z.record(z.string().max(60), z.unknown()).default({}),
  longitude: degrees(180).nullish(),
  latitude: degrees(90).nullish(),
})
export type Report = z.output<typeof reportBody>
