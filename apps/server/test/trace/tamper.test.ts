import { isWithheld, stageByKey, valueFields } from '@timbermark/contract/stages'
import type { SealedProof } from '@timbermark/contract/trace'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { noPromises } from '../../../trace/src/proof/kept-promises.ts'
import type { WalkResult } from '../../../trace/src/proof/proven.ts'
import { walkProof } from '../../../trace/src/proof/walk.ts'
import { ledgerLog } from '../../src/areas/ledger/log/log.ts'
import { requestSubjects } from '../../src/areas/ledger/log/request-subjects.ts'
import { checkWholeLedger } from '../../src/areas/ledger/log/verify.ts'
import { createFileCheck } from '../../src/areas/trace/proof/sealed-check.ts'
import { makeGoods } from '../goods.ts'
import { pdf, png } from '../samples.ts'
import { makeScene, type Scene } from './scene.ts'

/**
 * An attacker with the rights of the database owner changes one thing at a time: every column of every table that a page
 * shows, and of every table of the ledger. The reader's check never answers "proven" for anything else than the sealed facts:
 * neither with this server, nor with a server that hides its own findings.
 */
let scene: Scene
let admin: pg.Client
let code: string
let sealed: WalkResult

interface Ids {
  felling: number
  sale: number
  otherBatch: number
  /** A step that was taken back, and the number of the request. */
  withdrawn: number
  request: number
  /** The packing by which the code came out of an earlier package, and the one by which it is where it is. */
  unpacked: number
  packed: number
}
let ids: Ids

/** Rows on the proof path of the code, by table. */
let rowsOf: Record<string, string>

/** Columns that no page shows and no sealed content depends on, with the reason. */
const indifferent: Record<string, readonly string[]> = {
  '*': ['created_by', 'created_at', 'updated_by', 'updated_at', 'remark', 'dept_id'],
  // The public name of lists is one of its texts, which are sealed.
  enterprise: [
    ...['contact', 'phone', 'kind', 'rights_epoch', 'skeleton', 'administrator_id', 'invitation_round'],
    ...['public_name', 'time_zone'],
  ],
  product: ['code', 'enterprise_name', 'status'],
  // Only matters for a voided batch; what is still to be reported.
  batch: ['void_reason', 'circulation_id', 'circulation_steps', 'received_stages'],
  category: ['picture', 'order_num', 'status', 'circulation_id'],
  // Later states of a request, its requester, the format of its security codes. That its codes are foreign, and the foreign
  // code itself (foreign_code), are statements of the platform, and marked so on the page.
  code_request: [
    'origin',
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
  // Name of a recall of codes in lists, and the state of reports; the recalled codes themselves are in the ranges.
  recall: ['request_number', 'serial', 'codes', 'reports'],
  // What lists show of a transfer; the page shows its lines.
  material_transfer: ['batches', 'volume', 'reason', 'reversed_at'],
  // Its words are sealed in place of the code.
  material_transfer_line: ['id', 'species'],
  // Prevents a second recall of a code; whether a recall is in force is in the recall.
  recalled_code: ['id', 'current'],
  // The packing states which report packed.
  code_link: ['record_id'],
  // The number of codes is shown in lists only; the codes are in the links.
  packing: ['code_count'],
  // Without its salt the personal fields of a record are closed forever, as people may request.
  stage_record: ['circulation_id', 'document_id', 'code_count', 'codes_digest', 'attachments', 'personal_salt'],
  // A picture is shown as its public copy, whose type is always the same.
  file_object: ['extension', 'size', 'owner', 'type'],
  // Code, name and file of a paper are sealed with the records that rely on it.
  document: [
    ...['type', 'scheme', 'number', 'holder', 'issuer', 'valid_from', 'valid_until', 'species', 'area'],
    ...['covered_volume', 'covered_pieces'],
  ],
  // A record shows each of its papers once, whichever field names it; deleted ones leave no trace.
  stage_record_paper: ['id', 'field'],
  // Its kind is shown to the own enterprise. What a reviewer sees of the batch is not public.
  certification: [
    'since',
    'submitted_by',
    'owner_name',
    'product_name',
    'product_texts',
    'batch_number',
    'code_type',
    'species',
    'country_code',
    'spans_key',
    // Decides who may read it by row security; the person is in the step, which is sealed.
    'certifier_tenant_id',
    'id',
  ],
  dict_data: ['*'],
  stage_template: ['*'],
  // The kind does not matter to the reader, but to the nightly check.
  sealed_content: ['sealed_at', 'kind', 'reviewed_step', 'reviewer_tenant_id'],
  // Columns next to the hashed and signed texts are compared with them by the nightly check.
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

/** Allowed values of a column with a check constraint. */
const words = [
  'draft',
  'authorizedFailed',
  'certified',
  'fail',
  'withdraw',
  'closed',
  'voided',
  'lifted',
  'superseded',
  'initialized',
  'downloaded',
  'request',
  'felling',
  '1',
]

/** Expressions that change the value of a column; of each group the first that the database accepts. */
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

/** Result of the reader's check: with this server, and with one that hides its own findings. */
async function ask(): Promise<{ honest: WalkResult; lying: WalkResult }> {
  scene.world.services.directory.forgetAll()
  const { code: answered, data } = await scene.world.anonymous.get<SealedProof>(`/trace/${code}/proof`)
  if (answered !== 200) {
    const none: WalkResult = { outcome: 'unavailable', faults: [], item: null, promises: noPromises, log: sealed.log }
    return { honest: none, lying: none }
  }
  const { services } = scene.world
  const known = {
    code,
    language: 'en',
    now: Date.now(),
    keys: [ledgerLog(services).verifierKey],
    requestKey: requestSubjects(services.secrets).key,
  } as const
  return { honest: await walkProof([data], known), lying: await walkProof([hidden(data)], known) }
}

/** The verdicts of the two. */
async function judged(): Promise<{ honest: string; lying: string }> {
  const { honest, lying } = await ask()
  return { honest: judge(honest), lying: judge(lying) }
}

/** The same answer from a server that hides findings about its own rows. */
function hidden(proof: SealedProof): SealedProof {
  return JSON.parse(JSON.stringify(proof), (key, value) => (key === 'today' ? null : value))
}

/** The shown facts of the item, without its proofs. */
const shownFacts = ({ item }: WalkResult) => JSON.stringify(item && { ...item.answer, changes: item.changes })

/** `noticed`, or `same` when the reader is shown what was sealed; anything else is a false statement that the reader believes. */
function judge(found: WalkResult): 'noticed' | 'same' | 'believed' {
  if (found.outcome !== 'proven') return 'noticed'
  return shownFacts(found) === shownFacts(sealed) ? 'same' : 'believed'
}

/** Changes rows as the owner, runs the check, and restores the table; undefined when the database refuses the change. */
async function tampered(table: string, change: string): Promise<{ honest: string; lying: string } | undefined> {
  try {
    const { rowCount } = await admin.query(change)
    if (rowCount === 0) return undefined
  } catch {
    return undefined
  }
  try {
    return await judged()
  } finally {
    await restore(table)
  }
}

/** Restores a table. */
async function restore(table: string): Promise<void> {
  const columns = (await columnsOf(table)).map(({ name }) => pg.escapeIdentifier(name)).join(', ')
  await admin.query(
    `begin; delete from ${table}; insert into ${table} (${columns}) overriding system value select ${columns} from whole_${table}; commit`,
  )
}

/** Has the code withdrawn, handed to a third party and passed by it, with a paper. */
async function certifyAnew({ world, admin, tenant, goods }: Scene): Promise<Pick<Ids, 'withdrawn' | 'request'>> {
  const body = await world.makeTenant('TAMPER-BODY')
  await world.admin.query(`update enterprise set kind = 'certifier' where id = $1`, [body.id])
  const certifier = await world.signIn(body, ['certifier'])
  const upload = await certifier.upload<{ id: string }>('/common/upload', { name: 'audit.pdf', content: pdf })
  const paper = { code: 'AUDIT-1', name: 'Audit', type: 'certificate', scheme: 'FSC', number: 'FSC-C012345' }
  await certifier.post('/evidence/document', { ...paper, file: [upload.data.id] })
  const codes = { ranges: [{ first: goods.codes[0], last: goods.codes[40] }] }
  const path = '/certification/authorization'
  const steps = [
    await admin.post(`${path}/withdraw`, { ...codes, reason: 'Another way' }),
    await admin.post(`${path}/authorize`, { ...codes, certifierId: body.id }),
    await certifier.post('/certification/review/judge', {
      ...codes,
      result: 'pass',
      judgedOn: '2026-11-02',
      papers: ['AUDIT-1'],
    }),
  ]
  expect(steps.map(({ code }) => code)).toEqual([200, 200, 200])
  const { rows } = await world.admin.query<{ id: string; request: number }>(
    `select id, request_number as request from certification_step where tenant_id = $1 and action = 'withdraw'`,
    [tenant.id],
  )
  return { withdrawn: Number(rows[0]!.id), request: rows[0]!.request }
}

beforeAll(async () => {
  scene = await makeScene('TAMPER')
  const { goods, field } = scene
  const certified = await certifyAnew(scene)
  const upload = await field.upload<{ id: string }>('/common/upload', { name: 'tree.png', content: png })
  const packages = await makeGoods(scene.world, scene.admin, { codeType: 'package', batchId: goods.batchId })
  code = goods.codes[0]!
  const felling = await scene.report('felling', [code], {})
  const pictures = valueFields(stageByKey('forestSurvey')).find(field => field.type === 'images' && !isWithheld(field))!
  const survey = await scene.report('forestSurvey', [code], { values: { [pictures.key]: [upload.data.id] } })
  const moved = { operator: 'Packer', time: new Date().toISOString(), reason: 'Wrong box', codes: [code] }
  const earlier = { ...moved, parentCode: packages.codes[3] }
  expect((await scene.admin.post('/code/packing/pack', earlier)).code).toBe(200)
  const out = await scene.admin.post<{ id: number }>('/code/packing/unpack', moved)
  await scene.report('packing', [code, goods.codes[1]!], { parentCode: packages.codes[0]! })
  await scene.report('productInformation', [packages.codes[0]!], {})
  const sale = await scene.report('productSales', [code], {})
  // Called back by itself, and earlier with its batch, which was lifted.
  const recalled = {
    // Not in all three: of one that is, the main text is shown to nobody.
    reasonTexts: { zh: '开裂', en: 'Cracks' },
    advice: 'Bring it back',
    adviceTexts: { fr: 'Rapportez-le' },
    contact: 'The shop',
    reports: 'refuse',
  }
  const lifted = await scene.admin.post<{ id: number }>('/catalog/recall/declare', {
    ...recalled,
    batchId: goods.batchId,
  })
  await scene.admin.put(`/catalog/recall/${lifted.data.id}/lift`, {
    reason: 'Measured again',
    reasonTexts: { fr: 'Mesuré de nouveau' },
  })
  await scene.admin.post('/catalog/recall/declare', { ...recalled, codes: [code] })
  const other = await makeGoods(scene.world, scene.admin)
  await scene.report('felling', [other.codes[0]!], { values: { treeSpecies: 'OKO', volume: '10' } })
  const wood = { fromBatchId: other.batchId, toBatchId: goods.batchId, species: 'OKO', form: 'log', volume: '4' }
  const moving = { happenedAt: new Date().toISOString(), lines: [wood] }
  expect((await scene.admin.post('/material/transfer', moving)).code).toBe(200)
  await scene.append()
  admin = scene.world.admin
  const { rows } = await admin.query<{ id: string }>('select max(id) as id from packing')
  const packings = { unpacked: out.data.id, packed: Number(rows[0]!.id) }
  ids = { felling, sale, otherBatch: other.batchId, ...certified, ...packings }
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
    packing: `tenant_id = ${tenant}`,
    recall: `tenant_id = ${tenant}`,
    recalled_code: `tenant_id = ${tenant}`,
    document: `code = '${goods.documentCode}'`,
    stage_record_paper: `record_id in (${felling}, ${survey}, ${sale})`,
    file_object: `tenant_id = ${tenant}`,
    certification: `tenant_id = ${tenant}`,
    certification_step: `tenant_id = ${tenant} and action = 'pass'`,
    material_transfer: `tenant_id = ${tenant}`,
    material_transfer_line: `tenant_id = ${tenant}`,
    dict_data: `dict_value = 'OKO'`,
    stage_template: `stage in ('felling', 'forestSurvey')`,
    sealed_content: `tenant_id = ${tenant} and kind in ('product', 'batch', 'request', 'enterprise', 'record', 'mention', 'packing', 'certification')`,
    ledger_entry: 'index >= 0',
    ledger_tile: 'level = 0',
    ledger_checkpoint: 'true',
    ledger_index_page: 'true',
  }
  for (const table of Object.keys(rowsOf)) await admin.query(`create table whole_${table} as select * from ${table}`)
  sealed = (await ask()).honest
})

describe('a change behind the server’s back', () => {
  it('begins with an item that is proven', () => {
    expect(sealed.faults).toEqual([])
    expect(sealed.outcome).toBe('proven')
    expect(sealed.item!.answer.status).toBe('recalled')
    expect(sealed.item!.answer.certification).toMatchObject({
      state: 'certified',
      steps: [
        { action: 'submit' },
        { action: 'pass', certifier: null },
        { action: 'withdraw' },
        { action: 'authorize', certifier: 'Demo TAMPER-BODY' },
        {
          ...{ action: 'pass', enterprise: 'Demo TAMPER-BODY', judgedOn: '2026-11-02' },
          documents: [{ code: 'AUDIT-1', number: 'FSC-C012345', scheme: 'FSC' }],
        },
      ],
    })
    expect(sealed.item!.answer.stages.map(({ stage }) => stage)).toEqual([
      'forestSurvey',
      'felling',
      'packing',
      'productInformation',
      'productSales',
    ])
  })

  it('of any column is noticed, or only sealed facts are shown', async () => {
    const cells: Record<string, string> = {}
    for (const [table, where] of Object.entries(rowsOf)) {
      for (const column of await columnsOf(table)) {
        const name = pg.escapeIdentifier(column.name)
        for (const ways of changesOf(column)) {
          for (const expression of ways) {
            const verdicts = await tampered(
              table,
              `update ${table} set ${name} = ${expression} where ${where} and ${name} is distinct from ${expression}`,
            )
            if (!verdicts) continue
            cells[`${table}.${column.name} = ${expression}`] = `${verdicts.honest} ${verdicts.lying}`
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

  const stories: [what: string, tables: string[], changes: (ids: Ids) => string[], lying: string][] = [
    [
      'a record that is deleted',
      ['stage_record'],
      ({ sale }) => [`delete from stage_record where id = ${sale}`],
      'same',
    ],
    [
      'a record that is hidden as superseded',
      ['stage_record'],
      ({ felling }) => [`update stage_record set status = 'superseded' where id = ${felling}`],
      'same',
    ],
    [
      'a sale that is hidden from the item',
      ['stage_record_code'],
      ({ sale }) => [`update stage_record_code set current = false where record_id = ${sale}`],
      'same',
    ],
    [
      'a record that is moved to another batch',
      ['stage_record'],
      ({ felling, otherBatch }) => [`update stage_record set batch_id = ${otherBatch} where id = ${felling}`],
      'same',
    ],
    [
      'another batch put under the code',
      ['code_request'],
      ({ otherBatch }) => [`update code_request set batch_id = ${otherBatch} where id = ${scene.goods.requestId}`],
      'noticed',
    ],
    [
      'the subjects of two batches exchanged',
      ['batch'],
      ({ otherBatch }) => [
        `update batch set subject = null where id = ${otherBatch}`,
        `update batch b set subject = k.subject, records_subject = k.records_subject from whole_batch k where k.id = ${otherBatch} and b.id = ${scene.goods.batchId}`,
      ],
      'noticed',
    ],
    [
      'a record rewritten together with what was sealed of it',
      ['stage_record', 'sealed_content'],
      ({ felling }) => [
        `update stage_record set document_code = 'EVIL' where id = ${felling}`,
        `update sealed_content set open = replace(open, '${scene.goods.documentCode}', 'EVIL') where kind = 'record' and row_id = ${felling}`,
      ],
      'noticed',
    ],
    [
      'a record rewritten and queued anew by somebody without the key',
      ['stage_record', 'ledger_queue'],
      ({ felling }) => [
        `update stage_record set document_code = 'EVIL' where id = ${felling}`,
        `insert into ledger_queue (tenant_id, subject, content, mac) select tenant_id, records_subject, sha256('evil'), sha256('evil') from batch where id = ${scene.goods.batchId}`,
      ],
      'same',
    ],
    [
      'a recall that is deleted',
      ['recall'],
      () => [`delete from recall where tenant_id = ${scene.tenant.id} and status = 'standing'`],
      'same',
    ],
    [
      'a recall that is taken from the item',
      ['recalled_code'],
      () => [`update recalled_code set serials = int4range(100, 101) where tenant_id = ${scene.tenant.id}`],
      'same',
    ],
    [
      'a step of certification that is deleted',
      ['certification_step'],
      ({ withdrawn }) => [`delete from certification_step where id = ${withdrawn}`],
      'same',
    ],
    [
      'a code that is said not to be certified any more',
      ['certification'],
      ({ request }) => [`delete from certification where request_number = ${request}`],
      'same',
    ],
    [
      'a step of certification rewritten together with what was sealed of it',
      ['certification_step', 'sealed_content'],
      () => [
        `update certification_step set certifier_name = 'EVIL' where certifier_name is not null`,
        `update sealed_content set open = replace(open, 'Demo TAMPER-BODY', 'EVIL') where kind = 'certification'`,
      ],
      'noticed',
    ],
    [
      'a withdrawal taken out of the log',
      ['ledger_entry'],
      ({ withdrawn }) => [
        `delete from ledger_entry where content in (select content from sealed_content where kind = 'certification' and row_id = ${withdrawn})`,
      ],
      'noticed',
    ],
    [
      'a code that is said to be out of its package, without anybody who took it out',
      ['code_link'],
      () => [
        `update code_link set during = tstzrange(lower(during), now()) where current and tenant_id = ${scene.tenant.id}`,
      ],
      'noticed',
    ],
    [
      'a code that is put back into what it was taken out of',
      ['code_link', 'packing'],
      ({ unpacked, packed }) => [
        `update code_link set during = 'empty' where packing_id = ${packed}`,
        `update code_link set during = tstzrange(lower(during), null), ended_by = null where ended_by = ${unpacked}`,
        `delete from packing where id in (${unpacked}, ${packed})`,
      ],
      'noticed',
    ],
    [
      'a packing that is deleted with its links',
      ['packing', 'code_link'],
      ({ packed }) => [
        `delete from code_link where packing_id = ${packed}`,
        `delete from packing where id = ${packed}`,
      ],
      'noticed',
    ],
    [
      'an earlier packing that is deleted with its links',
      ['packing', 'code_link'],
      ({ unpacked }) => [
        `delete from code_link where ended_by = ${unpacked}`,
        `delete from packing where id = ${unpacked}`,
      ],
      'same',
    ],
    [
      'a packing rewritten together with what was sealed of it',
      ['code_link', 'packing', 'sealed_content'],
      ({ packed }) => [
        `update code_link set parent_serial = 3 where packing_id = ${packed}`,
        `update packing set parent_serial = 3 where id = ${packed}`,
        `update sealed_content set open = regexp_replace(open, ',0\\]', ',3]') where kind = 'packing' and row_id = ${packed}`,
      ],
      'noticed',
    ],
    [
      'a packing made up and queued by somebody without the key',
      ['code_link', 'ledger_queue'],
      ({ packed }) => [
        `update code_link set during = tstzrange(lower(during), now()), ended_by = ${packed} where packing_id = ${packed}`,
        `insert into ledger_queue (tenant_id, subject, content, mac) select ${scene.tenant.id}, decode(translate(subject, '-_', '+/') || '=', 'base64'), sha256('evil'), sha256('evil')
         from ledger_entry where content in (select content from sealed_content where kind = 'packing' and row_id = ${packed})`,
      ],
      'noticed',
    ],
    [
      'the packing by which the code came out taken out of the log',
      ['ledger_entry'],
      ({ unpacked }) => [
        `delete from ledger_entry where content in (select content from sealed_content where kind = 'packing' and row_id = ${unpacked})`,
      ],
      'noticed',
    ],
    [
      'what was sealed of two packings exchanged',
      ['sealed_content'],
      ({ unpacked, packed }) => [
        `update sealed_content s set open = o.open, withheld = o.withheld, personal = o.personal, secret = o.secret from whole_sealed_content o
         where s.kind = 'packing' and o.kind = 'packing' and s.row_id in (${unpacked}, ${packed}) and o.row_id in (${unpacked}, ${packed})
           and s.row_id <> o.row_id`,
      ],
      'noticed',
    ],
    [
      'what was sealed is deleted',
      ['sealed_content'],
      () => ["delete from sealed_content where kind = 'mention'"],
      'noticed',
    ],
    [
      'the picture exchanged',
      ['file_object'],
      () => ["update file_object set public_sha256 = repeat('0', 64) where public_sha256 is not null"],
      'same',
    ],
    [
      'the newest entry of a chain taken out of the log',
      ['ledger_entry'],
      ({ sale }) => [
        `delete from ledger_entry where content in (select content from sealed_content where kind = 'mention' and row_id = ${sale})`,
      ],
      'noticed',
    ],
    [
      'an entry that commits to something else',
      ['ledger_entry'],
      ({ felling }) => [
        `update ledger_entry set text = replace(text, content, repeat('A', 43)) where content in (select content from sealed_content where kind = 'mention' and row_id = ${felling})`,
      ],
      'noticed',
    ],
    [
      'an old head served again',
      ['ledger_checkpoint'],
      () => ['delete from ledger_checkpoint where size = (select max(size) from ledger_checkpoint)'],
      'noticed',
    ],
    ['the whole index emptied', ['ledger_index_page'], () => ['delete from ledger_index_page'], 'noticed'],
  ]

  it.each(stories)('%s is noticed', async (_what, tables, changes, lying) => {
    for (const table of tables)
      if (!(table in rowsOf)) await admin.query(`create table if not exists whole_${table} as select * from ${table}`)
    try {
      for (const change of changes(ids)) expect((await admin.query(change)).rowCount, change).toBeGreaterThan(0)
      expect(await judged()).toEqual({ honest: 'noticed', lying })
    } finally {
      for (const table of tables) await restore(table)
    }
    expect(await judged()).toEqual({ honest: 'same', lying: 'same' })
  })

  it('of a picture on the disk is noticed by the hash of what is served', async () => {
    const picture = sealed.item!.answer.stages.flatMap(({ files }) => files).find(file => file.kind === 'image')!
    const served = async () =>
      createHash('sha256')
        .update((await scene.world.app.inject({ url: picture.url })).rawPayload)
        .digest('hex')
    expect(await served()).toBe(picture.sha256)
    const path = join(
      scene.world.services.settings.dataDir,
      'files',
      picture.sha256.slice(0, 2),
      picture.sha256.slice(2, 4),
      picture.sha256,
    )
    const before = readFileSync(path)
    writeFileSync(path, Buffer.concat([before.subarray(0, -1), Buffer.of(0x21)]))
    try {
      expect(await served()).not.toBe(picture.sha256)
      const check = [createFileCheck(scene.world.services.files)]
      const { faults } = await checkWholeLedger(scene.world.services.database, ledgerLog(scene.world.services), check)
      expect(faults).toMatchObject([{ kind: 'fileChanged', place: picture.sha256, tenantId: scene.tenant.id }])
    } finally {
      writeFileSync(path, before)
    }
  })

  it('with an entry in the queue shows it as stated, and shows none that the server did not queue', async () => {
    await scene.report('productInformation', [scene.goods.codes[1]!], {})
    const other = async () =>
      (await scene.world.anonymous.get<SealedProof>(`/trace/${scene.goods.codes[1]}/proof`)).data
    const walked = async () =>
      walkProof([await other()], {
        code: scene.goods.codes[1]!,
        language: 'en',
        now: Date.now(),
        keys: [ledgerLog(scene.world.services).verifierKey],
        requestKey: requestSubjects(scene.world.services.secrets).key,
      })
    const countPending = async () => (await walked()).item!.pending.length
    expect(await walked()).toMatchObject({ outcome: 'waiting', faults: [] })
    expect(await countPending()).toBe(1)
    await admin.query('update ledger_queue set mac = sha256(mac)')
    expect(await countPending()).toBe(0)
  })
})
