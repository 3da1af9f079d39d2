import { type Language, languages } from '@timbermark/contract'
import type { TraceAnswer } from '@timbermark/contract/trace'
import { beforeAll, describe, expect, it } from 'vitest'
import { resealRows } from '../../src/areas/ledger/sealing/seal-rows.ts'
import { identifier, sql } from '../../src/platform/database/sql.ts'
import { platformAdmin } from '../system/people.ts'
import { makeScene, type Scene } from './scene.ts'
import { walkServedProof } from './walk-proof.ts'

/** Names given in three languages appear on the public page in the reader's language, sealed like the name itself. */
let scene: Scene
let code: string
let product: { id: number; categoryId: number; name: string }

const stated = async (language: Language) =>
  (await scene.world.caller(null, language).get<TraceAnswer>(`/trace/${code}`)).data
const proven = (language: Language) => walkServedProof(scene, code, { language })
const edit = (path: string, body: Record<string, unknown>) => scene.admin.put(path, body)

beforeAll(async () => {
  scene = await makeScene('NAMES')
  code = scene.goods.codes[0]!
  const { rows } = await scene.world.admin.query(
    `select p.id, p.category_id as "categoryId", p.name from product p join batch b on b.product_id = p.id and b.tenant_id = p.tenant_id where b.id = $1`,
    [scene.goods.batchId],
  )
  product = rows[0]
})

describe('names on the public page', () => {
  it('proves an entry from before languages were stored, in every language', async () => {
    // As every row was before: one text without a language.
    const { services } = scene.world
    await services.database.withTenant(scene.tenant.id, async db => {
      for (const table of ['product', 'category'])
        await db.execute(sql`update ${identifier(table)} set name_texts = '{}' where tenant_id = ${scene.tenant.id}`)
      await resealRows(db, services, scene.tenant.id, { kind: 'product', ids: [product.id] })
    })
    const { rows } = await scene.world.admin.query(
      `select open from sealed_content where kind = 'product' and row_id = $1`,
      [product.id],
    )
    expect(rows.length).toBeGreaterThan(0)
    await scene.append()
    for (const language of languages) {
      const { item } = await proven(language)
      expect(item!.answer.product.name, language).toBe(product.name)
    }
  })

  it('shows the public name of the enterprise and the public description, proven, in the reader’s language', async () => {
    const root = await platformAdmin(scene.world)
    const { rows } = await scene.world.admin.query('select name from enterprise where id = $1', [scene.tenant.id])
    const { name } = rows[0]
    const publicNameTexts = { fr: 'Les Bois d’Exemple', zh: '示例木业' }
    const named = await root.put('/tenant/enterprise', { id: scene.tenant.id, publicNameTexts })
    expect(named.code, named.msg).toBe(200)
    const body = { id: product.id, description: '<p>Boards</p>', changeReason: 'Described' }
    expect((await edit('/catalog/product', { ...body, changeReason: undefined })).data).toMatchObject({
      issues: [{ field: 'changeReason' }],
    })
    const described = await edit('/catalog/product', { ...body, publicDescriptionTexts: { fr: 'Planches d’okoumé' } })
    expect(described.code, described.msg).toBe(200)
    await scene.report('felling', [scene.goods.codes[1]!], {})
    await scene.append()
    const expected = {
      zh: ['示例木业', 'zh', 'Boards', undefined],
      en: [name, undefined, 'Boards', undefined],
      fr: ['Les Bois d’Exemple', 'fr', 'Planches d’okoumé', 'fr'],
    }
    for (const language of languages) {
      const answer = await stated(language)
      const { outcome, faults, item } = await proven(language)
      expect([outcome, faults], language).toEqual(['proven', []])
      for (const { owner, product, stages } of [answer, item!.answer]) {
        const facts = [owner.name, owner.nameIn, product.description, product.descriptionIn]
        expect(facts, language).toEqual(expected[language])
        // Who reported is named like the owner.
        expect(new Set(stages.map(({ enterprise }) => enterprise))).toEqual(new Set([expected[language][0]]))
      }
    }
  })

  it('are in the reader’s language, proven, and marked where they are not', async () => {
    const answer = await edit('/catalog/product', {
      id: product.id,
      nameTexts: { zh: '奥库曼地板', fr: 'Parquet d’okoumé' },
      changeReason: 'In other languages too',
    })
    expect(answer.code, answer.msg).toBe(200)
    expect((await edit('/catalog/category', { id: product.categoryId, nameTexts: { fr: 'Parquets' } })).code).toBe(200)
    const template = await scene.admin.post<{ id: number }>('/stage/template', {
      name: 'names',
      displayName: 'Felling with a crew',
      stage: 'felling',
      orderNum: 1,
      visible: '0',
      status: '0',
      attributes: [{ label: 'Crew', labelTexts: { fr: 'Équipe' }, input: 'text' }],
    })
    expect(template.code, JSON.stringify(template.data)).toBe(200)
    await scene.report('felling', [code], { templateId: template.data.id, values: { attr1: 'North' } })
    await scene.append()

    const expected = {
      zh: ['奥库曼地板', 'zh', 'Crew', 'en'],
      en: [product.name, undefined, 'Crew', 'en'],
      fr: ['Parquet d’okoumé', 'fr', 'Équipe', 'fr'],
    } as const
    for (const language of languages) {
      const statedAnswer = await stated(language)
      const { outcome, faults, item } = await proven(language)
      expect([outcome, faults], language).toEqual(['proven', []])
      const facts = ({ product, stages }: Pick<TraceAnswer, 'product' | 'stages'>) => {
        const crew = stages.flatMap(({ values }) => values).find(({ key }) => key === 'attr1')
        return [product.name, crew?.fieldName, crew?.fieldNameIn, product.category, product.categoryIn]
      }
      expect(facts(item!.answer), 'what was proven is what was stated').toEqual(facts(statedAnswer))
      const [name, , label, labelIn] = expected[language]
      expect(facts(statedAnswer).slice(0, 3)).toEqual([name, label, labelIn])
      expect(statedAnswer.product.category === 'Parquets').toBe(language === 'fr')
    }
  })

  it('renders no translation that was not sealed, and detects it', async () => {
    const forge = (texts: string) =>
      scene.world.admin.query(`update product set name_texts = $1::jsonb where id = $2`, [texts, product.id])
    const { rows } = await scene.world.admin.query(`select name_texts as texts from product where id = $1`, [
      product.id,
    ])
    await forge(JSON.stringify({ ...rows[0].texts, fr: 'Ébène véritable' }))
    expect((await stated('fr')).product.name).toBe('Ébène véritable')
    const { outcome, faults, item } = await proven('fr')
    expect(outcome).not.toBe('proven')
    expect(faults.length).toBeGreaterThan(0)
    expect(JSON.stringify(item?.answer ?? {})).not.toContain('Ébène')
    await forge(JSON.stringify(rows[0].texts))
    expect(await proven('fr')).toMatchObject({ outcome: 'proven', faults: [] })
  })

  it('refuses a new translation without a reason once codes are issued', async () => {
    const answer = await edit('/catalog/product', { id: product.id, nameTexts: { fr: 'Ébène véritable' } })
    expect(answer.error).toBe('catalog.reason')
    expect((await stated('fr')).product.name).toBe('Parquet d’okoumé')
  })

  it('keeps the words of a record as they were when it was sealed', async () => {
    const { rows } = await scene.admin.get('/stage/template/list?name=names')
    const template = rows[0] as unknown as { id: number; attributes: Record<string, unknown>[] }
    await edit('/stage/template', {
      id: template.id,
      attributes: template.attributes.map(one => ({ ...one, labelTexts: { fr: 'Brigade' } })),
    })
    const { outcome, item } = await proven('fr')
    expect(outcome).toBe('proven')
    expect(item!.answer.stages.flatMap(({ values }) => values.map(({ fieldName }) => fieldName))).toContain('Équipe')
  })
})
