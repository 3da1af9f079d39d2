import { createHash, createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

/** How the store fails instead of answering. */
export type BucketFault = 'busy' | 'cut' | 'altered' | 'silent'

export interface BucketStandIn {
  /** The value of FILES_S3_URL. */
  url: string
  key: string
  secret: string
  /** Replaces an answer, by the number of the call since it was set; undefined lets it through. */
  fault: ((calls: number) => BucketFault | undefined) | undefined
  /** The key may read and nothing else. */
  readOnly: boolean
  /** Calls that a fault was asked about. */
  calls: number
  /** Stops listening; then listens again, at the same address with the same content. */
  leave(): Promise<void>
  comeBack(): Promise<void>
  stop(): Promise<void>
}

const bucket = 'timber'
/** The one account that the package knows. */
const [key, secret] = ['S3RVER', 'S3RVER']

/**
 * A bucket of an S3 server from a package, behind a front that does what the package does not: it checks signatures as AWS
 * Signature Version 4 says, knows keys that may only read, and can be made to fail.
 */
export async function startBucket(): Promise<BucketStandIn> {
  const directory = mkdtempSync(join(tmpdir(), 'timbermark-bucket-'))
  const s3 = new S3rver({ directory, silent: true, configureBuckets: [{ name: bucket, configs: [] }] })
  await s3.configureBuckets()
  const real = s3.callback()
  const listen = (port: number) =>
    new Promise<Server>(done => {
      const server = createServer((request, response) => {
        const refuse = (status: number, code: string) => {
          request.resume()
          response.writeHead(status, { 'content-type': 'application/xml' })
          response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
        }
        const wrong = self.fault?.(++self.calls)
        if (wrong === 'busy') return refuse(503, 'SlowDown')
        // The connection stays open, and nothing is read or answered.
        if (wrong === 'silent') return void request.pause()
        if (wrong === 'cut') return void request.socket.destroy()
        if (wrong === 'altered') return void response.writeHead(200).end('not what was kept')
        if (!isSigned(request)) return refuse(403, 'SignatureDoesNotMatch')
        if (self.readOnly && request.method !== 'GET' && request.method !== 'HEAD') return refuse(403, 'AccessDenied')
        real(request, response)
      })
      server.listen(port, '127.0.0.1', () => done(server))
    })
  let server = await listen(0)
  const { port } = server.address() as { port: number }
  const leave = async () => {
    const closed = new Promise(done => server.close(done))
    server.closeAllConnections()
    await closed
  }
  const self: BucketStandIn = {
    url: `http://127.0.0.1:${port}/${bucket}`,
    key,
    secret,
    fault: undefined,
    readOnly: false,
    calls: 0,
    leave,
    comeBack: async () => {
      server = await listen(port)
    },
    stop: async () => {
      if (server.listening) await leave()
      rmSync(directory, { recursive: true, force: true })
    },
  }
  return self
}

const hmac = (by: string | Buffer, text: string) => createHmac('sha256', by).update(text).digest()

/**
 * Whether the secret signed this call (AWS Signature Version 4, "Create a signed request", signature in the header). Other keys are
 * let through: those the package refuses.
 */
function isSigned({ method, url = '/', headers }: IncomingMessage): boolean {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request,\s*SignedHeaders=([^,]+),\s*Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (!parts) return false
  const [, by, day, region, signed, signature] = parts as unknown as [string, string, string, string, string, string]
  if (by !== key) return true
  const [path, query = ''] = url.split('?') as [string, string?]
  const canonical = [
    method,
    path,
    query
      .split('&')
      .filter(part => part !== '')
      .map(part => (part.includes('=') ? part : `${part}=`))
      .sort()
      .join('&'),
    ...signed.split(';').map(name => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    signed,
    String(headers['x-amz-content-sha256']),
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = `AWS4-HMAC-SHA256\n${String(headers['x-amz-date'])}\n${scope}\n${createHash('sha256').update(canonical).digest('hex')}`
  const signing = [region, 's3', 'aws4_request'].reduce<Buffer>(
    (by, text) => hmac(by, text),
    hmac(`AWS4${secret}`, day),
  )
  return hmac(signing, toSign).toString('hex') === signature
}
