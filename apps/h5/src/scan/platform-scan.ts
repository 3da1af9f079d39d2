/**
 * The scanner inside the messaging platform. Its script runs only in that app, and only after our server has signed this
 * page's address. Every failure is a value of `MessagingFailure`, so that the camera can replace it.
 */
import type { Client } from '@timbermark/client'
import { entryAddress } from '../platform/entry-address.ts'

/** GET /wechat/signature. */
interface Signature {
  appId: string
  timestamp: number
  nonceStr: string
  signature: string
  /** Address of the platform's script. */
  script: string
}

/** The part of the platform's script that is used. */
interface PlatformScript {
  config(options: object): void
  ready(done: () => void): void
  error(failed: (result: { errMsg?: string }) => void): void
  scanQRCode(options: {
    needResult: 1
    scanType: string[]
    success: (result: { resultStr?: string }) => void
    fail: (result: { errMsg?: string }) => void
    cancel: () => void
  }): void
}

export type MessagingFailure = 'signature' | 'unsupported'
export type MessagingScan =
  | { kind: 'text'; text: string }
  | { kind: 'cancelled' }
  | { kind: 'failed'; failure: MessagingFailure }

/** Milliseconds to wait for the script: some clients never answer. */
const configTimeout = 8000

export function isInsideMessagingApp(userAgent: string = navigator.userAgent): boolean {
  return /MicroMessenger/i.test(userAgent)
}

/** The address to be signed: iOS checks against the first page loaded, other clients against the current one. */
export function signedAddress(userAgent: string, entry: string, present: string): string {
  return (/iPhone|iPad|iPod/.test(userAgent) ? entry : present).split('#')[0]!
}

/** Gets the signature and configures the script. Resolves to null when the scanner may be used. */
export async function prepareMessagingScan(client: Client): Promise<MessagingFailure | null> {
  try {
    const url = signedAddress(navigator.userAgent, entryAddress, location.href)
    const { script, ...signature } = await client.get<Signature>('/wechat/signature', { url })
    await loadScript(script)
    return await configure(signature)
  } catch {
    return 'signature'
  }
}

function configure(signature: Omit<Signature, 'script'>): Promise<MessagingFailure | null> {
  const wx = platformScript()
  if (!wx) return Promise.resolve('unsupported')
  return new Promise(resolve => {
    setTimeout(() => resolve('signature'), configTimeout)
    wx.ready(() => resolve(null))
    wx.error(result => resolve(failureOf(result.errMsg)))
    wx.config({ ...signature, debug: false, jsApiList: ['scanQRCode'] })
  })
}

/** Which of the specification's two messages fits the script's error message. */
export function failureOf(message: string | undefined): MessagingFailure {
  return /function[ _]not[ _]exist/i.test(message ?? '') ? 'unsupported' : 'signature'
}

/** Opens the platform's scanner once. */
export function scanWithMessagingApp(): Promise<MessagingScan> {
  const wx = platformScript()
  if (!wx?.scanQRCode) return Promise.resolve({ kind: 'failed', failure: 'unsupported' })
  return new Promise(resolve =>
    wx.scanQRCode({
      needResult: 1,
      scanType: ['qrCode', 'barCode'],
      success: result => resolve({ kind: 'text', text: result.resultStr ?? '' }),
      cancel: () => resolve({ kind: 'cancelled' }),
      fail: result => resolve({ kind: 'failed', failure: failureOf(result.errMsg) }),
    }),
  )
}

function platformScript(): PlatformScript | undefined {
  return (globalThis as { wx?: PlatformScript }).wx
}

function loadScript(address: string): Promise<void> {
  if (platformScript()) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const element = document.createElement('script')
    element.src = address
    element.onload = () => resolve()
    element.onerror = () => reject(new Error(`The script ${address} did not load`))
    document.head.append(element)
  })
}
