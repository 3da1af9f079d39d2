import { randomUUID } from 'node:crypto'
import type { StageKey } from '@timbermark/contract'
import { stageByKey, valueFields } from '@timbermark/contract/stages'
import { sampleValues } from '../../../../packages/contract/test/stage-sample.ts'
import { makeSequencer } from '../../src/areas/ledger/start.ts'
import { authorize, circulationOf, type Goods, makeGoods, templateOf } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'

/** An enterprise with a batch and codes, and a field user who may report every stage of the tests. */
export interface Scene {
  world: World
  tenant: { id: number; deptId: number }
  admin: Caller
  field: Caller
  goods: Goods
  /** Reports a stage; answers the record's id. */
  report(
    stage: StageKey,
    codes: string[],
    more?: { values?: Record<string, unknown>; [key: string]: unknown },
  ): Promise<number>
  /** Lets the sequencer catch up. */
  append(): Promise<void>
}

const reported: StageKey[] = ['forestSurvey', 'felling', 'packing', 'seaShipping', 'productInformation', 'productSales']

export async function makeScene(identification: string, environment: Record<string, string> = {}): Promise<Scene> {
  return sceneIn(await makeWorld({ environment }), identification)
}

/** The same in an existing world. */
export async function sceneIn(world: World, identification: string): Promise<Scene> {
  const tenant = await world.makeTenant(identification)
  const admin = await world.signIn(tenant, ['enterpriseAdmin'])
  const field = await world.signIn(tenant, ['fieldReporter'])
  const goods = await makeGoods(world, admin)
  await authorize(admin, field.accountId, reported)
  return {
    world,
    tenant,
    admin,
    field,
    goods,
    report: async (stage, codes, { values = {}, ...more } = {}) => {
      const fields = valueFields(stageByKey(stage)).filter(
        ({ type }) => type !== 'images' && type !== 'files' && type !== 'dict',
      )
      const dicts = valueFields(stageByKey(stage)).filter(field => field.required && field.type === 'dict')
      const answer = await field.post<{ recordId: number }>('/stage/report', {
        reportId: randomUUID(),
        stage,
        templateId: await templateOf(world, stage),
        circulationId: await circulationOf(world, 'free'),
        documentCode: goods.documentCode,
        operator: 'CANARY operator',
        time: '2026-11-01T08:00:00Z',
        codes,
        longitude: 9.4544,
        latitude: 0.3901,
        ...more,
        values: {
          ...sampleValues(fields),
          ...Object.fromEntries(
            await Promise.all(dicts.map(async ({ key, dict }) => [key, await firstValue(world, dict!)])),
          ),
          ...Object.fromEntries(
            fields.filter(({ type }) => type === 'document').map(({ key }) => [key, goods.documentCode]),
          ),
          ...values,
        },
      })
      if (answer.code !== 200) throw new Error(`${answer.msg} ${JSON.stringify(answer.data)}`)
      return answer.data.recordId
    },
    append: async () => {
      const sequencer = makeSequencer(world.services)
      while ((await sequencer.append()) > 0);
    },
  }
}

/** A forged code similar to this one. */
export function forged(code: string): string {
  return `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`
}

async function firstValue(world: World, dict: string): Promise<string> {
  const preferred = dict === 'tree_species' ? 'OKO' : ''
  const { rows } = await world.admin.query<{ dict_value: string }>(
    'select dict_value from dict_data where dict_type = $1 order by dict_value = $2 desc, dict_sort limit 1',
    [dict, preferred],
  )
  return rows[0]!.dict_value
}
