import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { homedir } from 'node:os'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { parseWitnessKey } from '@timbermark/ledger'
import { type Language, languages } from '@timbermark/contract'
import { z } from 'zod'
import { type ChainSettings, chainOf, chainShape } from './chain-settings.ts'
import { misspelled } from './setting-names.ts'
import { errorMessage } from './error-facts.ts'

/** How the server was started: `demo` (npm start), `production` (npm run serve) or `test`. */
export type Mode = 'demo' | 'production' | 'test'

/**
 * Everything that can be set from outside; docs/operations.md lists the same names. Times are milliseconds unless
 * stated otherwise.
 */
export interface Settings {
  mode: Mode
  host: string
  port: number
  dataDir: string
  /**
   * Folder outside `dataDir` for the rollback guard: marks that no restored backup may lower. Undefined when no home
   * folder is known.
   */
  memoryDir?: string
  /** Addresses that serve a copy of the ledger's checkpoint, without a trailing slash. */
  ledgerWatchers: string[]
  /** Queued entries of the ledger are appended at times that are multiples of this, in seconds since 1970. */
  ledgerEverySeconds: number
  /** Witnesses that are asked to sign the ledger's heads. */
  ledgerWitnesses: LedgerWitness[]
  /** The chain that heads of the ledger are anchored on; undefined means that they are not. */
  chain?: ChainSettings
  /** Address that codes and links carry, without a trailing slash. */
  publicUrl: string
  /** Connection of the server's role; undefined means the shipped PostgreSQL in `dataDir`. */
  databaseUrl?: string
  databaseOwnerUrl?: string
  databaseWorkerUrl?: string
  /** Of the worker's role, past any pooler; undefined means `databaseWorkerUrl`. */
  databaseDirectUrl?: string
  /** A hot standby, by the server's role; undefined means that all reads go to the primary. */
  databaseReadUrl?: string
  masterKeyFile: string
  captcha: boolean
  logLevel: string
  /** Proxies in front whose X-Forwarded-For is trusted: a number of hops or a list of addresses. */
  trustProxy: boolean | number | string
  /** Run background jobs in this process. */
  worker: boolean
  web: boolean
  /** How long a closing process goes on answering before it stops listening (platform/http/drain.ts). */
  drainMs: number
  /** Callers that send it as a bearer token may read /metrics; without it that address does not exist. */
  metricsToken?: string
  /** Bucket that stores the files; undefined means a folder of `dataDir`. */
  objectStore?: ObjectStoreSettings
  /** Server and recipients of mail to the operator; undefined means that nobody is notified by mail. */
  mail?: MailSettings
  /** Folder of scheduled backups, outside `dataDir`; undefined means that there are none. */
  backupDir?: string
  /** File of the key that backups are encrypted with; undefined means that they are not. */
  backupKeyFile?: string
  /** Program that is run with the folder of each new backup as its argument. */
  backupHook?: string
  /** Folder that the shipped database copies its write-ahead log to, outside `dataDir`; undefined means nowhere. */
  walArchiveDir?: string
  /** Location service that divisions are refreshed from; undefined means the shipped data. */
  location?: LocationSettings
  /** Addresses of the messaging platform; the credentials are stored with each enterprise's account. */
  wechat: WechatSettings
}

/** A bucket of an object store that speaks S3. */
export interface ObjectStoreSettings {
  /** Address of the bucket, without a trailing slash. */
  url: string
  region: string
  key: string
  secret: string
}

/** Mail to the operator of the installation. */
export interface MailSettings {
  /** The mail server, `smtp://` or `smtps://`, with the name and password that it requires. */
  url: string
  from: string
  to: string[]
  language: Language
}

/** Addresses of the messaging platform, without trailing slashes. */
export interface WechatSettings {
  /** For calls between servers. */
  url: string
  /** The page that asks a visitor for consent. */
  openUrl: string
  /** The script of the scanner. */
  scriptUrl: string
}

/** A witness of the ledger (C2SP tlog-witness). */
export interface LedgerWitness {
  /** Its verifier key, `name+id+base64`, of the type for cosignatures. */
  key: string
  /** Its submission prefix, without a trailing slash. */
  address: string
}

/** Access to the location service. */
export interface LocationSettings {
  /** Base address, without a trailing slash. */
  url: string
  key: string
  /** Signs every call, when the key is configured so. */
  secret?: string
}

/** A setting is missing, malformed or too weak; `message` names it and says what to do. */
export class SettingsError extends Error {}

const flag = (name: string, fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off', 'true', 'false', '1', '0'], { error: `${name} must be on or off` })
    .default(fallback)
    .transform(value => value === 'on' || value === 'true' || value === '1')

const url = (name: string, protocols: string[]) =>
  z.string().refine(
    value => {
      try {
        return protocols.includes(new URL(value).protocol)
      } catch {
        return false
      }
    },
    `${name} must be an address beginning with ${protocols.map(protocol => `${protocol}//`).join(' or ')}`,
  )

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

/** Largest number of mail recipients. */
const maxRecipients = 20

/** As many signatures as a client of notes must at least accept (C2SP signed-note), including the log's own. */
const maxWitnesses = 15

/** More than the four seconds after which the proxy of deploy/nginx closes an idle connection. */
export const productionDrainSeconds = 5

const shapeOf = (mode: Mode) =>
  z.object({
    HOST: z.string().min(1).default('127.0.0.1'),
    PORT: z.coerce
      .number({ error: 'PORT must be a number' })
      .int()
      .min(0)
      .max(65535, 'PORT must be 0 to 65535')
      .default(8080),
    DATA_DIR: z.string().min(1).default('.data'),
    MEMORY_DIR: z.string().min(1).optional(),
    LEDGER_WATCHERS: z
      .string()
      .default('')
      .transform(list => list.split(',').map(address => address.trim().replace(/\/+$/, '')))
      .transform(list => list.filter(address => address !== ''))
      .pipe(z.array(url('LEDGER_WATCHERS', ['http:', 'https:']))),
    LEDGER_EVERY_SECONDS: z.coerce
      .number({ error: 'LEDGER_EVERY_SECONDS must be a number' })
      .min(0.1, 'LEDGER_EVERY_SECONDS must be 0.1 to 300')
      .max(300, 'LEDGER_EVERY_SECONDS must be 0.1 to 300')
      .default(mode === 'test' ? 0.1 : 1),
    LEDGER_WITNESSES: z
      .string()
      .default('')
      .transform((list, context) => {
        const entries = list.split(',').map(entry => entry.trim())
        const witnesses = entries.filter(entry => entry !== '').map(parseWitness)
        const wrong = witnesses.findIndex(witness => !witness)
        if (wrong >= 0) context.addIssue(`LEDGER_WITNESSES: number ${wrong + 1} is not name+id+key=address`)
        const names = witnesses.map(witness => witness?.key.split('+')[0])
        if (new Set(names).size < names.length) context.addIssue('LEDGER_WITNESSES: a name comes twice')
        if (witnesses.length > maxWitnesses) context.addIssue(`LEDGER_WITNESSES: at most ${maxWitnesses}`)
        return witnesses.filter(witness => witness !== undefined)
      }),
    ...chainShape,
    PUBLIC_URL: url('PUBLIC_URL', ['http:', 'https:']).optional(),
    DATABASE_URL: url('DATABASE_URL', ['postgres:', 'postgresql:']).optional(),
    DATABASE_OWNER_URL: url('DATABASE_OWNER_URL', ['postgres:', 'postgresql:']).optional(),
    DATABASE_WORKER_URL: url('DATABASE_WORKER_URL', ['postgres:', 'postgresql:']).optional(),
    DATABASE_DIRECT_URL: url('DATABASE_DIRECT_URL', ['postgres:', 'postgresql:']).optional(),
    DATABASE_READ_URL: url('DATABASE_READ_URL', ['postgres:', 'postgresql:']).optional(),
    DATABASE_WITHOUT_TLS: z
      .string()
      .default('')
      .transform(list => list.split(',').map(host => host.trim().toLowerCase())),
    DATABASE_EMBEDDED: flag('DATABASE_EMBEDDED', mode === 'production' ? 'off' : 'on'),
    MASTER_KEY_FILE: z.string().min(1).optional(),
    CAPTCHA: flag('CAPTCHA', 'on'),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
      .default(mode === 'test' ? 'silent' : 'warn'),
    TRUST_PROXY: z
      .string()
      .refine(isProxyList, 'TRUST_PROXY must be a number of hops, or addresses of proxies, parted by commas')
      .optional(),
    WORKER: flag('WORKER', 'on'),
    WEB: flag('WEB', 'on'),
    DRAIN_SECONDS: z.coerce
      .number({ error: 'DRAIN_SECONDS must be a number of seconds' })
      .min(0)
      .max(120, 'DRAIN_SECONDS must be 0 to 120')
      .default(mode === 'production' ? productionDrainSeconds : 0),
    LOCATION_URL: url('LOCATION_URL', ['http:', 'https:']).default('https://apis.map.qq.com'),
    SMTP_URL: url('SMTP_URL', ['smtp:', 'smtps:']).optional(),
    MAIL_FROM: z.email('MAIL_FROM must be an e-mail address').optional(),
    ALARM_MAIL_TO: z
      .string()
      .default('')
      .transform(list =>
        list
          .split(',')
          .map(address => address.trim())
          .filter(address => address !== ''),
      )
      .pipe(
        z
          .array(z.email('ALARM_MAIL_TO must be e-mail addresses, parted by commas'))
          .max(maxRecipients, `ALARM_MAIL_TO: at most ${maxRecipients}`),
      ),
    MAIL_LANGUAGE: z.enum(languages, { error: `MAIL_LANGUAGE must be ${languages.join(', ')}` }).default('zh'),
    FILES_S3_URL: url('FILES_S3_URL', ['http:', 'https:']).optional(),
    FILES_S3_REGION: z.string().min(1).default('auto'),
    FILES_S3_KEY: z.string().min(1).optional(),
    FILES_S3_SECRET: z.string().min(1).optional(),
    BACKUP_DIR: z.string().min(1).optional(),
    BACKUP_KEY_FILE: z.string().min(1).optional(),
    BACKUP_HOOK: z.string().min(1).optional(),
    WAL_ARCHIVE_DIR: z.string().min(1).optional(),
    METRICS_TOKEN: z
      .string()
      .regex(
        /^[\x21-\x7e]{16,200}$/,
        'METRICS_TOKEN must have 16 to 200 visible characters, such as: openssl rand -hex 24',
      )
      .optional(),
    LOCATION_KEY: z.string().min(1).optional(),
    LOCATION_SECRET: z.string().min(1).optional(),
    WECHAT_URL: url('WECHAT_URL', ['http:', 'https:']).default('https://api.weixin.qq.com'),
    WECHAT_OPEN_URL: url('WECHAT_OPEN_URL', ['http:', 'https:']).default('https://open.weixin.qq.com'),
    WECHAT_SCRIPT_URL: url('WECHAT_SCRIPT_URL', ['http:', 'https:']).default(
      'https://res.wx.qq.com/open/js/jweixin-1.6.0.js',
    ),
  })
/** Names of all settings. */
export const settingNames: readonly string[] = Object.keys(shapeOf('demo').shape)

/**
 * Reads and checks the environment.
 * @throws SettingsError listing every problem, one a line.
 */
export function readSettings(mode: Mode, environment: NodeJS.ProcessEnv = process.env, cwd = process.cwd()): Settings {
  const production = mode === 'production'
  const schema = shapeOf(mode)
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = schema.safeParse(present)
  if (!parsed.success) {
    throw new SettingsError(parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  }
  const e = parsed.data
  const dataDir = isAbsolute(e.DATA_DIR) ? e.DATA_DIR : resolve(cwd, e.DATA_DIR)
  const masterKeyFile = e.MASTER_KEY_FILE ? resolve(cwd, e.MASTER_KEY_FILE) : resolve(dataDir, 'master.key')
  const { DATABASE_URL, DATABASE_OWNER_URL, DATABASE_WORKER_URL, DATABASE_DIRECT_URL, DATABASE_READ_URL } = e
  const databaseUrls = { DATABASE_URL, DATABASE_OWNER_URL, DATABASE_WORKER_URL, DATABASE_DIRECT_URL, DATABASE_READ_URL }
  const problems: string[] = []
  if (production) {
    for (const { name, meant } of misspelled(environment, settingNames))
      problems.push(
        `${name}: there is no such setting; did you mean ${meant}? Otherwise remove it from the environment`,
      )
    if (e.TRUST_PROXY?.split(',').some(part => part.trim().endsWith('/0')))
      problems.push('TRUST_PROXY: any caller could pretend to have any address; name the addresses of your proxies')
    if (!e.PUBLIC_URL)
      problems.push('PUBLIC_URL: set the address that people reach this server by, e.g. https://trace.example.com')
    else if (!e.PUBLIC_URL.startsWith('https:') && !isLoopback(new URL(e.PUBLIC_URL).hostname))
      problems.push('PUBLIC_URL: must be https, or its codes could be changed on the way')
    if (!e.DATABASE_URL && !e.DATABASE_EMBEDDED)
      problems.push(
        'DATABASE_URL: set it (with DATABASE_WORKER_URL, and DATABASE_OWNER_URL for migrations), or DATABASE_EMBEDDED=on',
      )
    if (e.DATABASE_URL && !e.DATABASE_WORKER_URL)
      problems.push('DATABASE_WORKER_URL: set the connection of the worker role')
    if (!e.MASTER_KEY_FILE)
      problems.push('MASTER_KEY_FILE: set the path of a file with 32 random bytes in base64, outside DATA_DIR')
    else if (isInside(masterKeyFile, dataDir))
      problems.push(
        `MASTER_KEY_FILE: ${masterKeyFile} is inside DATA_DIR, where anyone who copies the data has the key too; move it elsewhere`,
      )
    else problems.push(...keyFileProblems(masterKeyFile))
    for (const [setting, value] of Object.entries(present))
      if (value?.includes('CHANGE_ME')) problems.push(`${setting}: still has CHANGE_ME in it, from the example`)
    for (const [setting, address] of Object.entries(databaseUrls))
      problems.push(...unencryptedConnection(setting, address, e.DATABASE_WITHOUT_TLS))
    if (!e.CAPTCHA && !isLoopback(e.HOST)) problems.push('CAPTCHA: may be off only while HOST is a loopback address')
  }
  // Addresses on labels, and every page, begin at the root of the host.
  if (e.PUBLIC_URL && /[?#]|^[a-z]+:\/\/[^/]+\/+[^/]/i.test(e.PUBLIC_URL))
    problems.push(
      'PUBLIC_URL: must be a host without a path, e.g. https://trace.example.com; codes below a path would lead nowhere',
    )
  problems.push(
    ...sameRole('DATABASE_DIRECT_URL', DATABASE_DIRECT_URL, 'DATABASE_WORKER_URL', DATABASE_WORKER_URL ?? DATABASE_URL),
    ...sameRole('DATABASE_READ_URL', DATABASE_READ_URL, 'DATABASE_URL', DATABASE_URL),
  )
  if (e.LOCATION_SECRET && !e.LOCATION_KEY)
    problems.push('LOCATION_KEY: set it too, LOCATION_SECRET only signs its calls')
  if (e.LOCATION_KEY && e.LOCATION_URL.startsWith('http:') && !isLoopback(new URL(e.LOCATION_URL).hostname))
    problems.push('LOCATION_URL: must be https, or the key could be read on the way')
  if (e.FILES_S3_URL) {
    if (!e.FILES_S3_KEY) problems.push('FILES_S3_KEY: set the key of the bucket in FILES_S3_URL')
    if (!e.FILES_S3_SECRET) problems.push('FILES_S3_SECRET: set the secret of FILES_S3_KEY')
    if (e.FILES_S3_URL.startsWith('http:') && !isLoopback(new URL(e.FILES_S3_URL).hostname))
      problems.push('FILES_S3_URL: must be https, or files could be read on the way')
  } else if (e.FILES_S3_KEY || e.FILES_S3_SECRET)
    problems.push('FILES_S3_URL: set the address of the bucket, e.g. https://s3.example.com/timbermark')
  if (e.SMTP_URL) {
    if (!e.MAIL_FROM) problems.push('MAIL_FROM: set the address that mail through SMTP_URL comes from')
    if (e.ALARM_MAIL_TO.length === 0)
      problems.push('ALARM_MAIL_TO: set who is told by mail, addresses parted by commas')
  } else if (e.MAIL_FROM || e.ALARM_MAIL_TO.length > 0)
    problems.push('SMTP_URL: set the server that takes the mail, e.g. smtps://name:password@mail.example.com')
  const backupDir = e.BACKUP_DIR === undefined ? undefined : resolve(cwd, e.BACKUP_DIR)
  if (backupDir !== undefined && (backupDir === dataDir || isInside(backupDir, dataDir)))
    problems.push(`BACKUP_DIR: ${backupDir} is inside DATA_DIR and would be lost with it; name a folder elsewhere`)
  const walArchiveDir = e.WAL_ARCHIVE_DIR === undefined ? undefined : resolve(cwd, e.WAL_ARCHIVE_DIR)
  if (walArchiveDir !== undefined && (walArchiveDir === dataDir || isInside(walArchiveDir, dataDir)))
    problems.push(
      `WAL_ARCHIVE_DIR: ${walArchiveDir} is inside DATA_DIR and would be lost with it; name a folder elsewhere`,
    )
  if (walArchiveDir !== undefined && (e.DATABASE_URL ?? e.DATABASE_OWNER_URL))
    problems.push('WAL_ARCHIVE_DIR: is for the shipped database; set archive_command in your own')
  for (const name of ['WECHAT_URL', 'WECHAT_OPEN_URL', 'WECHAT_SCRIPT_URL'] as const)
    if (e[name].startsWith('http:') && !isLoopback(new URL(e[name]).hostname))
      problems.push(`${name}: must be https, or secrets could be read on the way`)
  const chainKeyFile = e.CHAIN_KEY_FILE === undefined ? undefined : resolve(cwd, e.CHAIN_KEY_FILE)
  const chain = chainOf(e, chainKeyFile, problems)
  if (production && chain && isInside(chain.keyFile, dataDir))
    problems.push(
      `CHAIN_KEY_FILE: ${chain.keyFile} is inside DATA_DIR, where anyone who copies the data has the key too; move it elsewhere`,
    )
  if (problems.length > 0) throw new SettingsError(problems.join('\n'))
  return {
    mode,
    host: e.HOST,
    port: e.PORT,
    dataDir,
    memoryDir: e.MEMORY_DIR ? resolve(cwd, e.MEMORY_DIR) : defaultMemoryDir(mode, dataDir, environment),
    ledgerWatchers: e.LEDGER_WATCHERS,
    ledgerEverySeconds: e.LEDGER_EVERY_SECONDS,
    ledgerWitnesses: e.LEDGER_WITNESSES,
    chain,
    publicUrl: (e.PUBLIC_URL ?? `http://localhost:${e.PORT}`).replace(/\/+$/, ''),
    databaseUrl: e.DATABASE_URL,
    databaseOwnerUrl: e.DATABASE_OWNER_URL,
    databaseWorkerUrl: e.DATABASE_WORKER_URL,
    databaseDirectUrl: e.DATABASE_DIRECT_URL,
    databaseReadUrl: e.DATABASE_READ_URL,
    masterKeyFile,
    captcha: e.CAPTCHA,
    logLevel: e.LOG_LEVEL,
    trustProxy:
      e.TRUST_PROXY === undefined ? false : /^\d+$/.test(e.TRUST_PROXY) ? Number(e.TRUST_PROXY) : e.TRUST_PROXY,
    worker: e.WORKER,
    web: e.WEB,
    drainMs: e.DRAIN_SECONDS * 1000,
    metricsToken: e.METRICS_TOKEN,
    objectStore:
      e.FILES_S3_URL && e.FILES_S3_KEY && e.FILES_S3_SECRET
        ? {
            url: e.FILES_S3_URL.replace(/\/+$/, ''),
            region: e.FILES_S3_REGION,
            key: e.FILES_S3_KEY,
            secret: e.FILES_S3_SECRET,
          }
        : undefined,
    mail:
      e.SMTP_URL && e.MAIL_FROM
        ? { url: e.SMTP_URL, from: e.MAIL_FROM, to: e.ALARM_MAIL_TO, language: e.MAIL_LANGUAGE }
        : undefined,
    backupDir,
    backupKeyFile: e.BACKUP_KEY_FILE === undefined ? undefined : resolve(cwd, e.BACKUP_KEY_FILE),
    backupHook: e.BACKUP_HOOK === undefined ? undefined : resolve(cwd, e.BACKUP_HOOK),
    walArchiveDir,
    location: e.LOCATION_KEY
      ? { url: e.LOCATION_URL.replace(/\/+$/, ''), key: e.LOCATION_KEY, secret: e.LOCATION_SECRET }
      : undefined,
    wechat: {
      url: e.WECHAT_URL.replace(/\/+$/, ''),
      openUrl: e.WECHAT_OPEN_URL.replace(/\/+$/, ''),
      scriptUrl: e.WECHAT_SCRIPT_URL,
    },
  }
}

/** A number of hops, or addresses, networks and short names of networks. */
function isProxyList(text: string): boolean {
  if (/^\d{1,2}$/.test(text)) return true
  return text.split(',').every(part => {
    const [address = '', bits, more] = part.trim().split('/')
    if (bits === undefined && ['loopback', 'linklocal', 'uniquelocal'].includes(address)) return true
    const version = isIP(address)
    return version !== 0 && more === undefined && (bits === undefined || isPrefix(bits, version === 4 ? 32 : 128))
  })
}

const isPrefix = (bits: string, most: number) => /^\d{1,3}$/.test(bits) && Number(bits) <= most

/** Is the file inside the folder, after links are resolved? */
function isInside(file: string, folder: string): boolean {
  const real = (path: string) => (existsSync(path) ? realpathSync(path) : path)
  const path = relative(real(folder), real(file))
  return path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path)
}

/** A problem when a further address names another role than the address that it adds to, whose rights were checked. */
function sameRole(
  setting: string,
  address: string | undefined,
  base: string,
  baseAddress: string | undefined,
): string[] {
  if (!address) return []
  if (!baseAddress) return [`${setting}: set ${base} too; without it the shipped database is used`]
  const [role, baseRole] = [address, baseAddress].map(each => decodeURIComponent(new URL(each).username))
  return role === baseRole ? [] : [`${setting}: must connect as the role of ${base}, ${baseRole || 'which names none'}`]
}

/** Values of `sslmode` that ensure that nobody reads along, and that the server is the right one. */
const encryptedModes = ['require', 'verify-ca', 'verify-full']

/** A problem when the connection to another machine is not encrypted, unless that host is allowed by name. */
function unencryptedConnection(setting: string, address: string | undefined, allowed: readonly string[]): string[] {
  if (!address) return []
  const { hostname, searchParams } = new URL(address)
  // In addition to the host in the URL, the driver takes a host, or the folder of a socket, from its query.
  const host = (searchParams.get('host') ?? decodeURIComponent(hostname)).replace(/^\[|\]$/g, '').toLowerCase()
  if (host === '' || host.startsWith('/') || isLoopback(host) || allowed.includes(host)) return []
  if (encryptedModes.includes(searchParams.get('sslmode') ?? '')) return []
  return [
    `${setting}: the line to ${host} is not encrypted; add ?sslmode=verify-full, or name the host in DATABASE_WITHOUT_TLS when the network is your own`,
  ]
}

/** Parses `name+id+base64=address`, a witness's verifier key and its submission address; undefined for anything else. */
function parseWitness(text: string): LedgerWitness | undefined {
  // The base64 of 33 bytes has no padding, so that the first `=` after the key separates the two.
  const [, key, address] = /^([^+\s]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44})=([^\s?#]+)$/.exec(text) ?? []
  if (!key || !address || !url('', ['http:', 'https:']).safeParse(address).success) return undefined
  try {
    parseWitnessKey(key)
  } catch {
    return undefined
  }
  return { key, address: address.replace(/\/+$/, '') }
}

/** Where programs of this user store their state; a test leaves nothing there. */
function defaultMemoryDir(mode: Mode, dataDir: string, environment: NodeJS.ProcessEnv): string | undefined {
  if (mode === 'test') return join(dataDir, 'memory')
  const { XDG_STATE_HOME: state } = environment
  if (state && isAbsolute(state)) return join(state, 'timbermark')
  try {
    return join(homedir(), '.local/state/timbermark')
  } catch {
    return undefined
  }
}

/** What is wrong with the file of a master key, one sentence each; it names the setting. */
export function keyFileProblems(file: string, setting = 'MASTER_KEY_FILE'): string[] {
  if (!existsSync(file)) return [`${setting}: ${file} does not exist; make it with: openssl rand -base64 32`]
  if ((statSync(file).mode & 0o077) !== 0) return [`${setting}: ${file} can be read by others; chmod 600 it`]
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    return [`${setting}: ${file} cannot be read: ${errorMessage(error)}`]
  }
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== 32) return [`${setting}: ${file} must hold 32 bytes in base64`]
  if (new Set(key).size < 16) return [`${setting}: ${file} is not random enough`]
  return []
}
