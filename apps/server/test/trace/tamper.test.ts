import { isWithheld, stageByKey, valueFields } from '@timbermark/contract/stages'
import type { SealedProof } from '@timbermark/contract/trace'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Walk } from '../../../trace/src/proof/proven.ts'
import { walk } from '../../../trace/src/proof/walk.ts'
import { ledgerLog } from '../../src/areas/ledger/log.ts'
import { makeGoods } from '../goods.ts'
import { png } from '../samples.ts'
import { makeScene, type Scene } from './scene.ts'

/**
 * Somebody who may write to the database as its owner changes one thing at a time: every column of every table that a page
 * shows anything of, and of every table of the ledger. Whatever he does, the reader's own check never comes to "proven"
 * with anything else than what was sealed: under this server, and under one that hides what it finds itself.
 */
let scene: Scene
let admin: pg.Client
let code: string
let sealed: Walk

/** Rows on the way from the code to what is shown, by table. */
let rowsOf: Record<string, string>

/** Columns that pages show nothing of and that nothing sealed depends on, and why. */
const indifferent: Record<string, readonly string[]> = {
  '*': ['created_by', 'created_at', 'updated_by', 'updated_at', 'remark', 'dept_id'],
  enterprise: ['contact', 'phone', 'kind', 'rights_epoch', 'skeleton', 'administrator_id'],
  product: ['code', 'enterprise_name', 'status'],
  // Says something of a voided batch alone.
  batch: ['void_reason'],
  category: ['picture', 'order_num', 'status'],
  // What becomes of a request and who asked for it; how its anti-counterfeit codes look.
  code_request: [
    'name',
    'status',
    'progress',
    'failure',
    'code_rule',
    'security_length',
    'code_type',
    'stage_type',
    'update_stage',
    'submitted_by',
    'submitted_at',
    'completed_at',
    'run',
    'stage_template_id',
    'circulation_id',
    'downloaded_at',
  ],
  // Without its salt the personal fields of a record are closed for ever, as somebody may ask.
  stage_record: ['circulation_id', 'document_id', 'code_count', 'codes_digest', 'attachments', 'personal_salt'],
  // A picture is shown as its public copy, of which the type is always the same.
  file_object: ['extension', 'size', 'owner', 'type'],
  document: ['type'],
  dict_data: ['*'],
  stage_template: ['*'],
  sealed_content: ['sealed_at'],
  // What stands beside the texts that are hashed and signed is held against them every night.
  ledger_entry: ['appended_at', 'hash'],
  ledger_checkpoint: ['signed_at', 'root'],
  ledger_tile: ['width'],
}

const isIndifferent = (table: string, column: string) =>
  ['*', table].some(key => (indifferent[key] ?? []).some(name => name === column || name === '*'))

interface Column {
  name: string
  type: string
  nullable: boolean
}

async function columnsOf(table: string): Promise<Column[]> {
  const { rows } = await admin.query<Column>(
    `select column_name as name, udt_name as type, is_nullable = 'YES' as nullable from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  )
  return rows
}

/** What a column with a list of allowed words may say. */
const words = ['draft', 'closed', 'voided', 'superseded', 'initialized', 'downloaded', 'request', 'felling', '1']

/** Ways to make another value of a column, as expressions over it; of each group the first that the database takes. */
function changesOf({ name, type, nullable }: Column): string[][] {
  const column = pg.escapeIdentifier(name)
  const flipped = (at: string) => `set_byte(${column}, ${at}, get_byte(${column}, ${at}) # 1)`
  const ways: Record<string, string[][]> = {
    text: [[`coalesce(${column}, '') || ' EVIL'`, ...words.map(word => `'${word}'`)]],
    varchar: [[`coalesce(${column}, '') || ' EVIL'`, `'1'`]],
    int2: [[`${column} + 1`]],
    int4: [[`${column} + 1`], [`${column} - 1`]],
    int8: [[`${column} + 1`], [`${column} - 1`]],
    numeric: [[`coalesce(${column}, 0) + 1`]],
    bool: [[`not ${column}`]],
    date: [[`coalesce(${column}, current_date) + 1`]],
    timestamptz: [[`coalesce(${column}, now()) + interval '1 day'`]],
    uuid: [['gen_random_uuid()']],
    bytea: [[flipped('0')], [flipped(`length(${column}) - 1`)]],
    int4range: [
      [`int4range(lower(${column}) + 1, upper(${column}) + 1)`],
      [`int4range(lower(${column}) + 5000, upper(${column}) + 5000)`],
    ],
    jsonb: [[`'{}'::jsonb`], [`${column} || '{"evil": "EVIL"}'`]],
    _text: [[`'{}'`], [`array_append(${column}, 'aaaaaaaaaaaaaaaaaaaaaaaa')`]],
  }
  return [...(ways[type] ?? []), ...(nullable ? [['null']] : [])]
}

async function ask(hides = false): Promise<Walk> {
  await scene.world.services.directory.reload()
  const { code: answered, data } = await scene.world.anonymous.get<SealedProof>(`/trace/${code}/proof`)
  const keys = [ledgerLog(scene.world.services).verifierKey]
  if (answered !== 200) return { outcome: 'unavailable', faults: [], item: null, log: sealed?.log }
  return walk([hides ? hidden(data) : data], { code, language: 'en', keys })
}

/** The same answer of a server that does not tell what it finds in its own rows. */
function hidden(proof: SealedProof): SealedProof {
  return JSON.parse(JSON.stringify(proof), (key, value) => (key === 'today' ? null : value))
}

/** What is shown of the item, and nothing of how it is proven. */
const shown = ({ item }: Walk) => JSON.stringify(item && { ...item.answer, changes: item.changes })

/** `noticed`, or `same` when the reader is shown what was sealed; anything else is a lie that he believes. */
function judge(found: Walk): 'noticed' | 'same' | 'believed' {
  if (found.outcome !== 'proven') return 'noticed'
  return shown(found) === shown(sealed) ? 'same' : 'believed'
}

/** Changes rows as the owner, asks, and puts the table back as it was; undefined when the database does not take the change. */
async function tampered(table: string, change: string): Promise<{ honest: string; lying: string } | undefined> {
  try {
    const { rowCount } = await admin.query(change)
    if (rowCount === 0) return undefined
  } catch {
    return undefined
  }
  try {
    return { honest: judge(await ask()), lying: judge(await ask(true)) }
  } finally {
    const columns = (await columnsOf(table)).map(({ name }) => pg.escapeIdentifier(name)).join(', ')
    await admin.query(
      `begin; delete from ${table}; insert into ${table} (${columns}) overriding system value select ${columns} from whole_${table}; commit`,
    )
  }
}

beforeAll(async () => {
  scene = await makeScene('TAMPER')
  const { goods, field } = scene
  const upload = await field.upload<{ id: string }>('/common/upload', { name: 'tree.png', content: png })
  const packages = await makeGoods(scene.world, scene.admin, { codeType: 'package', batchId: goods.batchId })
  code = goods.codes[0]!
  const felling = await scene.report('felling', [code], {})
  const pictures = valueFields(stageByKey('forestSurvey')).find(field => field.type === 'images' && !isWithheld(field))!
  const survey = await scene.report('forestSurvey', [code], { values: { [pictures.key]: [upload.data.id] } })
  await scene.report('packing', [code, goods.codes[1]!], { parentCode: packages.codes[0]! })
  await scene.report('productInformation', [packages.codes[0]!], {})
  const sale = await scene.report('productSales', [code], {})
  await scene.append()
  admin = scene.world.admin
  await admin.query('set session_replication_role = replica')
  const tenant = scene.tenant.id
  rowsOf = {
    enterprise: `id = ${tenant}`,
    category: `tenant_id = ${tenant}`,
    product: `tenant_id = ${tenant}`,
    batch: `id = ${goods.batchId}`,
    code_request: `id = ${goods.requestId}`,
    stage_record: `id in (${felling}, ${survey}, ${sale})`,
    stage_record_code: `record_id = ${sale}`,
    code_link: `tenant_id = ${tenant}`,
    document: `code = '${goods.documentCode}'`,
    file_object: `tenant_id = ${tenant}`,
    dict_data: `dict_value = 'OKO'`,
    stage_template: `stage in ('felling', 'forestSurvey')`,
    sealed_content: `tenant_id = ${tenant} and kind in ('product', 'batch', 'request', 'enterprise', 'record', 'mention')`,
    ledger_entry: 'index >= 0',
    ledger_tile: 'level = 0',
    ledger_checkpoint: 'true',
    ledger_index_page: 'true',
  }
  for (const table of Object.keys(rowsOf)) await admin.query(`create table whole_${table} as select * from ${table}`)
  sealed = await ask()
}, 120_000)

describe('a change behind the server’s back', () => {
  it('begins with an item that is proven', () => {
    expect(sealed.faults).toEqual([])
    expect(sealed.outcome).toBe('proven')
    expect(sealed.item!.answer.stages.map(({ stage }) => stage)).toEqual([
      'forestSurvey',
      'felling',
      'packing',
      'productInformation',
      'productSales',
    ])
  })

  it('of any column is noticed, or shows nothing but what was sealed', { timeout: 300_000 }, async () => {
    const cells: Record<string, string> = {}
    for (const [table, where] of Object.entries(rowsOf)) {
      for (const column of await columnsOf(table)) {
        const name = pg.escapeIdentifier(column.name)
        for (const ways of changesOf(column)) {
          for (const way of ways) {
            const found = await tampered(
              table,
              `update ${table} set ${name} = ${way} where ${where} and ${name} is distinct from ${way}`,
            )
            if (!found) continue
            cells[`${table}.${column.name} = ${way}`] = `${found.honest} ${found.lying}`
            break
          }
        }
      }
    }
    const of = (wanted: (outcome: string, cell: string) => boolean) =>
      Object.entries(cells).flatMap(([cell, outcome]) => (wanted(outcome, cell) ? [cell] : []))
    expect(of(outcome => outcome.includes('believed'))).toEqual([])
    expect(
      of((outcome, cell) => {
        const [table, column] = cell.split(' ')[0]!.split('.')
        return outcome.startsWith('same') && !isIndifferent(table!, column!)
      }),
    ).toEqual([])
  })
})
