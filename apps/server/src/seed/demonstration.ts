import type { Actor } from '../platform/actor.ts'
import { markReady, readInstallation } from '../platform/installation/installation.ts'
import type { Services } from '../platform/services.ts'
import type { Db } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { createAccount, createEnterprise, equipEnterprise } from '../areas/tenant/create.ts'
import type { RequestCodes } from '@timbermark/codes/node'
import { generateCodesAndWait } from '../areas/code/request/generate-codes.ts'
import { recordRequestNumber } from '../areas/ledger/log/request-numbers.ts'
import { seedBusiness } from './business.ts'
import { certifyDemo, seedAudit } from './certification.ts'
import { packingOf } from './chain-stages.ts'
import { seedCompanyChain } from './company-chain.ts'
import { seedCirculation } from './circulation.ts'
import { accountsFile, loadOrCreatePasswords, readAccounts } from './demo-accounts.ts'
import { demoActor } from './demo-actor.ts'
import { companyStages, demoAccounts, demoEnterprises } from './demo-people.ts'
import { paper } from './documents.ts'
import { seedLabelLife } from './labels.ts'
import { draw } from './pictures.ts'
import { type DemoTenant, type ReportedGoods, reporterOf, storyMoment, storyReporter } from './report-story.ts'
import {
  beforeStories,
  chainBatch,
  demoCategories,
  demoCertificate,
  demoPapers,
  demoProducts,
  papersOf,
  stories,
  type Story,
  type StoryStage,
  storyStages,
  woods,
} from './story.ts'
import { seedPlots } from './plots.ts'
import { seedPlatformRequests } from './platform-codes.ts'
import { seedRecalls } from './recalls.ts'
import { seedTerritories } from './territories.ts'
import { seedTools } from './tools.ts'
import { seedVisits } from './visits.ts'

/**
 * Creates the demonstration once, and prints its accounts at every start. The last transaction makes the installation
 * ready; an interrupted attempt is dropped with its database and begins again.
 */
export async function seedDemonstration(services: Services, say: (line: string) => void): Promise<void> {
  const { state } = await services.database.acrossTenants('seed', readInstallation)
  if (state === 'making') {
    say('Creating the demonstration (once) ...')
    const tenants = await seedPeople(services)
    services.directory.forgetAll()
    for (const [identification, tenant] of tenants) await authorizeField(services, identification, tenant)
    say('  products and papers')
    await seedCatalog(services, tenants)
    const certifier = actorOf(tenants, 'DEMO-CERT')
    await seedAudit(services, certifier)
    // Before the surveys that name them.
    await seedPlots(services, { ...actorOf(tenants, 'DEMO-GABON'), superAdmin: true })
    const circulations = new Map<string, number>()
    for (const story of stories) {
      say(`  batch ${story.batch}`)
      const tenant = tenants.get(story.tenant)!
      const circulation =
        circulations.get(story.tenant) ?? (await seedCirculation(services, tenant, story.language === 'fr'))
      circulations.set(story.tenant, circulation)
      await seedBatch(services, tenant, story, circulation, certifier)
    }
    say('  visits and trade')
    await seedVisits(services)
    await seedBusiness(services, tenants)
    await seedPlatformRequests(services, tenants)
    await seedTerritories(services, tenants.get('DEMO-ZHEJIANG')!, 'ZJ-2026-018')
    await seedRecalls(services, tenants.get('DEMO-ZHEJIANG')!, 'ZJ-2026-027')
    say('  goods from company to company')
    const company = (identification: string) => ({
      tenant: tenants.get(identification)!,
      desk: { ...actorOf(tenants, identification), superAdmin: true },
    })
    const chain = {
      exporter: company('DEMO-GABON'),
      importer: company('DEMO-ZHEJIANG'),
      factory: company('DEMO-HUZHOU'),
      shop: company('DEMO-HANGZHOU'),
      agent: company('DEMO-NINGBO'),
      certifier,
    }
    await seedCompanyChain(services, chain, stories.find(({ batch }) => batch === chainBatch)!)
    await seedTools(services)
    await services.database.acrossTenants('seed', markReady)
  }
  const accounts = readAccounts(services.settings.dataDir)
  if (!accounts) {
    say(`${accountsFile} of the data folder, which keeps the passwords of the demonstration, is missing or damaged.`)
    return
  }
  say(`Demonstration accounts (also in ${accountsFile} of the data folder):`)
  for (const { role, username, password } of accounts) say(`  ${username.padEnd(15)} ${password.padEnd(14)} ${role}`)
}

async function seedPeople(services: Services): Promise<Map<string, DemoTenant>> {
  const tenants = new Map<string, DemoTenant>()
  // Stored before the accounts exist, and reused by the next attempt: the file never holds a wrong password.
  const passwords = await loadOrCreatePasswords(
    services.settings.dataDir,
    demoAccounts.map(({ userName, roleKeys }) => ({ username: userName, role: roleKeys[0]! })),
  )
  await services.database.acrossTenants('seed', async db => {
    tenants.set('platform', {
      id: 1,
      deptId: await equipEnterprise(db, services.secrets, 1, '平台运营中心'),
      adminId: 0,
      fieldId: 0,
    })
    for (const enterprise of demoEnterprises)
      tenants.set(enterprise.identification, {
        ...(await createEnterprise(db, services.secrets, enterprise)),
        adminId: 0,
        fieldId: 0,
      })
    for (const [index, account] of demoAccounts.entries()) {
      const tenant = tenants.get(account.tenant)!
      const branch = account.branch && (await addBranch(db, tenant, account.branch))
      const id = await createAccount(db, tenant.id, {
        ...account,
        deptId: branch || tenant.deptId,
        password: passwords.get(account.userName)!,
        email: `${account.userName}@example.org`,
        phonenumber: `+2410600${String(1000 + index)}`,
      })
      if (account.roleKeys.some(key => key === 'enterpriseAdmin' || key === 'superAdmin' || key === 'certifier'))
        tenant.adminId = id
      if (branch) tenant.gabon = { deptId: branch, fieldId: id }
      else if (account.roleKeys.includes('fieldReporter')) tenant.fieldId = id
    }
    // Enterprises that have batches were there before them; the newcomer's is of today.
    for (const { id } of [...tenants.values()].filter(({ fieldId }) => fieldId)) {
      await db.execute(sql`update enterprise set created_at = ${beforeStories} where id = ${id}`)
      await db.execute(sql`update dept set created_at = ${beforeStories} where tenant_id = ${id}`)
      await db.execute(sql`update account set created_at = ${beforeStories} where tenant_id = ${id}`)
    }
  })
  return tenants
}

/** @returns the id of a department below the enterprise's own */
async function addBranch(db: Db, { id, deptId }: DemoTenant, name: string): Promise<number> {
  const { branch } = await db.one<{ branch: number }>(sql`
    insert into dept (tenant_id, parent_id, ancestors, dept_name) values (${id}, ${deptId}, ${[deptId]}, ${name})
    returning id as branch`)
  return branch
}

async function authorizeField(services: Services, identification: string, tenant: DemoTenant): Promise<void> {
  if (!tenant.fieldId) return
  const stages = companyStages[identification]
  await services.database.withTenant(tenant.id, async db => {
    for (const stage of storyStages.filter(one => !stages || stages.includes(one.stage)))
      await db.execute(
        sql`
          insert into stage_authorization (tenant_id, account_id, stage, created_by)
          values (${tenant.id}, ${reporterOf(tenant, stage).fieldId}, ${stage.stage}, ${tenant.adminId})`,
      )
  })
}

async function seedCatalog(services: Services, tenants: Map<string, DemoTenant>): Promise<void> {
  for (const [identification, tenant] of tenants) {
    const products = demoProducts.filter(product => product.tenant === identification)
    const papers = papersOf[identification] ?? []
    if (products.length + papers.length === 0) continue
    const french = identification === 'DEMO-GABON'
    const enterprise = demoEnterprises.find(item => item.identification === identification)!.name
    for (const [index, product] of products.entries()) {
      const wood = woods[product.wood]
      const pictures = [
        await draw(french ? 'planks' : 'product', wood.color, index + 11),
        await draw('logs', wood.color, index + 71),
      ]
      await services.database.withTenant(tenant.id, async db => {
        const files = []
        for (const [number, content] of pictures.entries())
          files.push(
            await services.files.storeAndEnter(
              db,
              tenant.id,
              tenant.adminId,
              `${product.code}-${number + 1}.jpg`,
              content,
              ['jpg'],
            ),
          )
        const category =
          (await db.maybe<{ id: number }>(
            sql`select id from category where tenant_id = ${tenant.id} and name = ${product.category}`,
          )) ??
          (await db.one<{ id: number }>(sql`
            insert into category (tenant_id, dept_id, name, name_texts, order_num, picture, created_by, created_at)
            values (${tenant.id}, ${tenant.deptId}, ${product.category}, ${JSON.stringify(demoCategories[product.category] ?? {})}::jsonb,
              ${index + 1}, ${[files[0]!.id]}, ${tenant.adminId}, ${beforeStories})
            returning id`))
        const { publicTexts = {} } = product
        const { id } = await db.one<{ id: number }>(sql`
          insert into product (tenant_id, dept_id, code, name, name_texts, category_id, enterprise_name, foreign_name, chinese_name,
            latin_genus, latin_species, description, public_description, public_description_texts, images, created_by, created_at)
          values (${tenant.id}, ${tenant.deptId}, ${product.code}, ${product.name}, ${JSON.stringify(product.texts)}::jsonb, ${category.id},
            ${enterprise}, ${wood.trade}, ${wood.chinese}, ${wood.latin[0]}, ${wood.latin[1]}, ${product.description},
              ${Object.values(publicTexts)[0] ?? null}, ${JSON.stringify(publicTexts)}::jsonb,
              ${files.map(file => file.id)}, ${tenant.adminId}, ${beforeStories})
          returning id`)
        await services.files.claim(
          db,
          `product/${id}`,
          files.map(file => file.id),
          true,
        )
      })
    }
    for (const item of demoPapers.filter(({ code }) => papers.includes(code))) {
      const title = french ? item.fr : item.zh
      const content = await paper(
        title,
        french
          ? [
              `Référence : DEMO-${item.code}`,
              `Délivré à : ${enterprise}`,
              'Document fictif de démonstration, sans valeur.',
            ]
          : [`编号：DEMO-${item.code}`, `持有人：${enterprise}`, '演示文件，不具效力。'],
      )
      const certificate = item.code === 'FSC' ? demoCertificate : undefined
      await services.database.withTenant(tenant.id, async db => {
        const file = await services.files.storeAndEnter(
          db,
          tenant.id,
          tenant.adminId,
          `${item.code.toLowerCase()}.pdf`,
          content,
          ['pdf'],
        )
        const { id } = await db.one<{ id: number }>(sql`
          insert into document (tenant_id, dept_id, code, name, type, scheme, number, issuer, valid_from, valid_until, covered_volume, file, created_by, created_at)
          values (${tenant.id}, ${tenant.deptId}, ${`DEMO-${item.code}`}, ${title}, ${item.type},
            ${certificate?.scheme ?? null}, ${certificate?.number ?? null}, ${certificate?.issuer ?? null},
              ${certificate ? sql`current_date - 1000` : sql`null`}, ${certificate ? sql`current_date + 800` : sql`null`}, ${item.code === 'PERMIT' ? permitVolume : null},
            ${[file.id]}, ${tenant.adminId}, ${beforeStories}) returning id`)
        await services.files.claim(db, `document/${id}`, [file.id], false)
      })
    }
  }
}

/** Cubic metres that the felling permit of the demonstration covers: more than the stories fell. */
const permitVolume = 1000

/** The records of a stage and what each names: the first codes, or what goes to other companies; one for each packed container. */
function recordsOf(
  stage: StoryStage,
  { packed }: Story,
  count: number,
  items: RequestCodes,
  containers: RequestCodes | undefined,
): { of: StoryStage; goods: ReportedGoods }[] {
  const isPacking = stage.stage === 'packing'
  const parentOf = (box: number) => (isPacking ? { parentCode: containers?.code(box) } : {})
  if (!packed)
    return [{ of: stage, goods: { codes: Array.from({ length: count }, (_, n) => items.code(n)), ...parentOf(0) } }]
  const ranges = packed.map(({ from, to }) => ({ first: items.code(from), last: items.code(to) }))
  if (!isPacking) return [{ of: stage, goods: { codes: [], ranges } }]
  return packed.map(({ from, to }, box) => ({
    of: packingOf(stage, box, to - from + 1),
    goods: { codes: [], ranges: [ranges[box]!], ...parentOf(box) },
  }))
}

/** Creates one batch: its codes, then its stages in order, through the same call that the phone uses. */
async function seedBatch(
  services: Services,
  tenant: DemoTenant,
  story: Story,
  circulationId: number,
  certifier: Actor,
): Promise<void> {
  const moment = (day: number, hour: number) => storyMoment(story, day, hour)
  const batchId = await services.database.withTenant(tenant.id, async db => {
    const product = await db.one<{ id: number }>(
      sql`select id from product where tenant_id = ${tenant.id} and code = ${story.product}`,
    )
    const { id } = await db.one<{ id: number }>(sql`
      insert into batch (tenant_id, dept_id, batch_number, product_id, volume, circulation_id, planned_date, status, created_by, created_at)
      values (${tenant.id}, ${tenant.deptId}, ${story.batch}, ${product.id}, ${story.volume}, ${circulationId}, ${moment(0, 8)}, 'active',
        ${tenant.adminId}, ${moment(0, 8)})
      returning id`)
    return id
  })
  const items = await request(services, tenant, story, batchId, 'item', moment(0, 9), certifier)
  const containers =
    story.until >= 9 ? await request(services, tenant, story, batchId, 'container', moment(1, 9), certifier) : undefined
  const sent = await storyReporter(services, tenant, story, circulationId)
  for (const [index, stage] of storyStages.slice(0, story.until).entries()) {
    const reachesCodes =
      stage.stage === 'secondaryProcessing' || stage.stage === 'productInformation' || stage.stage === 'productSales'
    const count = stage.stage === 'productSales' ? 12 : reachesCodes ? 60 : 3
    for (const { of, goods } of recordsOf(stage, story, count, items, containers)) await sent(of, index, goods)
  }
  if (story.until === 18)
    await services.database.withTenant(tenant.id, db =>
      db.execute(
        sql`update code_request set status = 'downloaded' where tenant_id = ${tenant.id} and batch_id = ${batchId} and code_type = 'item'`,
      ),
    )
}

/** The desk account of a demonstration enterprise. */
function actorOf(tenants: Map<string, DemoTenant>, identification: string): Actor {
  const { id, adminId, deptId } = tenants.get(identification)!
  const { name } = demoEnterprises.find(enterprise => enterprise.identification === identification)!
  const { nickName } = demoAccounts.find(({ tenant }) => tenant === identification)!
  return demoActor({ accountId: adminId, tenantId: id, deptId, tenantName: name, nickName, userType: 1 })
}

/**
 * Requests 10,000 codes and makes them at once.
 * @returns what makes them by serial
 */
async function request(
  services: Services,
  tenant: DemoTenant,
  story: Story,
  batchId: number,
  codeType: 'item' | 'container',
  at: Date,
  certifier: Actor,
): Promise<RequestCodes> {
  const french = story.language === 'fr'
  const name =
    codeType === 'item'
      ? french
        ? `Codes article ${story.batch}`
        : `单品码 ${story.batch}`
      : french
        ? `Codes conteneur ${story.batch}`
        : `集装箱码 ${story.batch}`
  const row = await services.database.withTenant(tenant.id, async db => {
    const inserted = await db.one<{ id: number; request_number: number }>(sql`
      insert into code_request (tenant_id, dept_id, name, batch_id, count, code_rule, security_length, code_type, stage_type, update_stage,
        country_code, factory_code, batch_date, species, status, submitted_by, submitted_at, created_by, created_at)
      values (${tenant.id}, ${tenant.deptId}, ${name}, ${batchId}, 10000, 'alnum', 8, ${codeType}, 'regular', 'forestSurvey',
        ${french ? 'GA' : 'CN'}, ${french ? 'NKOK-1' : 'HZ-1'}, ${at}, ${woods[story.wood].species}, 'inProgress', ${tenant.adminId}, ${at},
          ${tenant.adminId}, ${at})
      returning id, request_number`)
    await recordRequestNumber(db, tenant.id, inserted.request_number)
    return inserted
  })
  await generateCodesAndWait(services, { tenantId: tenant.id, id: row.id }, new AbortController().signal)
  // Made on the day of the story, as its request was.
  await services.database.withTenant(tenant.id, db =>
    db.execute(
      sql`update code_request set completed_at = ${at}::timestamptz + interval '2 minutes' where tenant_id = ${tenant.id} and id = ${row.id}`,
    ),
  )
  services.directory.forgetAll()
  const labels = {
    owner: actorOf(new Map([[story.tenant, tenant]]), story.tenant),
    requestNumber: row.request_number,
    count: 10_000,
    at,
  }
  const everyState = codeType === 'item' && story === stories.findLast(({ tenant }) => tenant === story.tenant)
  if (everyState) await seedLabelLife(services, labels)
  await certifyDemo(services, {
    ...labels,
    certifier,
    reason: french ? 'Le rapport d’audit ne nomme pas le site d’abattage (démo)' : '审核报告未注明采伐地点（演示）',
    everyState,
  })
  return services.directory.codesOf((await services.directory.find(row.request_number))!)
}
