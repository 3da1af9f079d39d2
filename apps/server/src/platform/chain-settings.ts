import { existsSync, readFileSync, statSync } from 'node:fs'
import { z } from 'zod'
import { errorCode, errorMessage } from './error-facts.ts'

/** Fees of a chain: with base fee and tip, with one price, or none at all. */
export const feeKinds = ['eip1559', 'legacy', 'zero'] as const
export type FeeKind = (typeof feeKinds)[number]

/** The chain that heads of the ledger are anchored on. */
export interface ChainSettings {
  /** JSON-RPC endpoints, without trailing slashes. The first that works is asked, the others confirm. */
  endpoints: string[]
  chainId: number
  /** Address of the contract, lower case. */
  contract: `0x${string}`
  /** File with the private key of the sender. */
  keyFile: string
  /** Blocks after which a block counts as final, or the chain's own tag. */
  finality: number | 'finalized'
  /** Shortest time between two anchors. */
  everyMs: number
  fees: FeeKind
  /** Most that a unit of gas may cost, in wei. */
  feeLimit: bigint
  /** Address of an explorer (EIP-3091), without a trailing slash. */
  explorer?: string
}

const maxEndpoints = 5
const isAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
const address = (name: string) =>
  z.string().refine(isAddress, `${name} must be an address beginning with http:// or https://`)
const trimSlashes = (text: string) => text.replace(/\/+$/, '')

/** The settings of the chain, as they are read from the environment. */
export const chainShape = {
  CHAIN: z
    .enum(['on', 'off', 'true', 'false', '1', '0'], { error: 'CHAIN must be on or off' })
    .default('on')
    .transform(value => value === 'on' || value === 'true' || value === '1'),
  CHAIN_RPC_URLS: z
    .string()
    .default('')
    .transform(list => list.split(',').map(part => trimSlashes(part.trim())))
    .transform(list => list.filter(part => part !== ''))
    .pipe(z.array(address('CHAIN_RPC_URLS')).max(maxEndpoints, `CHAIN_RPC_URLS: at most ${maxEndpoints}`)),
  CHAIN_ID: z.coerce
    .number({ error: 'CHAIN_ID must be a number' })
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER, 'CHAIN_ID must be a whole number of 1 or more')
    .optional(),
  CHAIN_CONTRACT: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, 'CHAIN_CONTRACT must be 0x and 40 hexadecimal digits')
    .transform(text => text.toLowerCase() as `0x${string}`)
    .optional(),
  CHAIN_KEY_FILE: z.string().min(1).optional(),
  CHAIN_FINALITY: z
    .string()
    .regex(/^(finalized|\d{1,5})$/, 'CHAIN_FINALITY must be finalized, or a number of blocks')
    .default('finalized')
    .transform(text => (text === 'finalized' ? text : Number(text))),
  CHAIN_EVERY_MINUTES: z.coerce
    .number({ error: 'CHAIN_EVERY_MINUTES must be a number' })
    .min(0.01, 'CHAIN_EVERY_MINUTES must be 0.01 to 1440')
    .max(1440, 'CHAIN_EVERY_MINUTES must be 0.01 to 1440')
    .default(10),
  CHAIN_FEES: z.enum(feeKinds, { error: `CHAIN_FEES must be ${feeKinds.join(', ')}` }).default('eip1559'),
  CHAIN_MAX_FEE_GWEI: z.coerce
    .number({ error: 'CHAIN_MAX_FEE_GWEI must be a number' })
    .min(0.000_001, 'CHAIN_MAX_FEE_GWEI must be 0.000001 to 1000000')
    .max(1_000_000, 'CHAIN_MAX_FEE_GWEI must be 0.000001 to 1000000')
    .default(100),
  CHAIN_EXPLORER_URL: address('CHAIN_EXPLORER_URL').transform(trimSlashes).optional(),
}

type ChainEnvironment = z.output<z.ZodObject<typeof chainShape>>

/**
 * The chain, when one is set; undefined when none is, or when it is switched off.
 * @param keyFile absolute path of CHAIN_KEY_FILE
 * @param problems receives what is wrong, one sentence each
 */
export function chainOf(
  e: ChainEnvironment,
  keyFile: string | undefined,
  problems: string[],
): ChainSettings | undefined {
  if (!e.CHAIN) return undefined
  const { CHAIN_RPC_URLS: endpoints, CHAIN_ID: chainId, CHAIN_CONTRACT: contract } = e
  if (endpoints.length === 0 && chainId === undefined && !contract && !keyFile) return undefined
  if (endpoints.length === 0) problems.push('CHAIN_RPC_URLS: set the address of an endpoint of the chain')
  if (chainId === undefined) problems.push('CHAIN_ID: set the number of the chain, so that no other is taken for it')
  if (!contract)
    problems.push('CHAIN_CONTRACT: set the address of the contract; make one with: npm run ledger:chain -- deploy')
  if (!keyFile)
    problems.push('CHAIN_KEY_FILE: set the file of the sender’s key; make one with: npm run ledger:chain -- key FILE')
  else problems.push(...chainKeyProblems(keyFile))
  if (new Set(endpoints).size < endpoints.length) problems.push('CHAIN_RPC_URLS: an address comes twice')
  if (endpoints.length === 0 || chainId === undefined || !contract || !keyFile) return undefined
  return {
    endpoints,
    chainId,
    contract,
    keyFile,
    finality: e.CHAIN_FINALITY,
    everyMs: e.CHAIN_EVERY_MINUTES * 60_000,
    fees: e.CHAIN_FEES,
    feeLimit: BigInt(Math.round(e.CHAIN_MAX_FEE_GWEI * 1e6)) * 1000n,
    explorer: e.CHAIN_EXPLORER_URL,
  }
}

/** What is wrong with the file of the sender's key, one sentence each. */
export function chainKeyProblems(file: string): string[] {
  if (!existsSync(file))
    return [`CHAIN_KEY_FILE: ${file} does not exist; make it with: npm run ledger:chain -- key ${file}`]
  if ((statSync(file).mode & 0o077) !== 0) return [`CHAIN_KEY_FILE: ${file} can be read by others; chmod 600 it`]
  try {
    readChainKey(file)
    return []
  } catch (error) {
    return [`CHAIN_KEY_FILE: ${file} ${errorMessage(error)}`]
  }
}

/**
 * The private key in a file: 32 bytes in hexadecimal, with or without `0x`.
 * @throws Error whose message does not repeat what the file holds
 */
export function readChainKey(file: string): `0x${string}` {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new Error(`cannot be read: ${errorCode(error)}`)
  }
  const [, digits] = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(text) ?? []
  if (!digits || /^0+$/.test(digits)) throw new Error('must hold 32 bytes in hexadecimal')
  return `0x${digits.toLowerCase()}`
}
