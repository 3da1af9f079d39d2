import { z } from 'zod'
import { abortAfter, readBodyWithin } from '../../../platform/http/response-limits.ts'
import { errorMessage } from '../../../platform/error-facts.ts'

/** An endpoint gave no usable answer: it is down, slow, or answers something else than JSON-RPC. */
export class EndpointFailed extends Error {}

/** The endpoint answered with an error of its own, such as "nonce too low". */
export class RpcRefused extends Error {}

/** An answer takes no longer than this. */
const patienceMs = 10_000
/** A block with thousands of transaction hashes is smaller. */
const mostBytes = 2_000_000
/** Endpoints repeat what they were sent; more than this of it stands in no log. */
const mostText = 200

const answered = z.object({ result: z.unknown().optional(), error: z.object({ message: z.string() }).nullish() })

/** Calls one JSON-RPC endpoint. Every answer is bounded in size and time. */
export class JsonRpc {
  /** Its host: the rest of the address may hold a key. */
  readonly name: string
  readonly #address: string
  readonly #patienceMs: number

  constructor(address: string, patience = patienceMs) {
    this.#address = address
    this.name = new URL(address).host
    this.#patienceMs = patience
  }

  /** @throws EndpointFailed, RpcRefused */
  async call(method: string, params: readonly unknown[], signal?: AbortSignal): Promise<unknown> {
    let text: string
    try {
      const response = await fetch(this.#address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        redirect: 'error',
        signal: abortAfter(this.#patienceMs, signal),
      })
      text = (await readBodyWithin(response, mostBytes)).toString('utf8')
    } catch (error) {
      throw new EndpointFailed(`${this.name} does not answer ${method}: ${errorMessage(error)}`)
    }
    let body: z.output<typeof answered>
    try {
      body = answered.parse(JSON.parse(text))
    } catch {
      throw new EndpointFailed(`${this.name} answers ${method} with something else than JSON-RPC`)
    }
    if (body.error) throw new RpcRefused(`${this.name} refuses ${method}: ${body.error.message.slice(0, mostText)}`)
    return body.result
  }
}
