import { fileNameOf } from '@timbermark/client'
import type { Language } from '@timbermark/contract'
import { pageToken } from '../../shell/session/stored-session.ts'
import { addressOf, type ApiCall, type Filled } from './openapi.ts'

/** What came back of a call that somebody tried. */
export interface Tried {
  status: number
  milliseconds: number
  /** The answer as text, laid out when it is JSON. */
  text?: string
  /** Wire code and key of a refusal, where the answer has them. */
  code?: number
  error?: string
  /** The answer, where it is a file. */
  file?: { blob: Blob; name: string }
}

/** More of an answer is not shown: the page would stand still. */
const mostShown = 200_000

/**
 * Makes a call as the person who is signed in, and tells everything that came back, a refusal like any other answer.
 * @throws TypeError when nothing came back
 */
export async function sendCall(
  call: ApiCall,
  { values, body }: Filled,
  files: Readonly<Record<string, File>>,
  language: Language,
  signal: AbortSignal,
): Promise<Tried> {
  const headers: Record<string, string> = { accept: '*/*', 'accept-language': language }
  if (!call.open) headers.authorization = `Bearer ${pageToken() ?? ''}`
  let sent: BodyInit | undefined
  if (call.form) {
    const form = new FormData()
    for (const name of Object.keys(call.form.properties ?? {})) {
      const value = values[`form.${name}`]
      if (!files[name] && value) form.append(name, value)
    }
    // A file comes last: the server has read the rest when it meets it.
    for (const [name, file] of Object.entries(files)) form.append(name, file)
    sent = form
  } else if (call.body) {
    headers['content-type'] = 'application/json'
    sent = body
  }
  const begun = performance.now()
  const response = await fetch(addressOf(call, values), { method: call.method, headers, body: sent, signal })
  const blob = await response.blob()
  const milliseconds = Math.round(performance.now() - begun)
  const { status } = response
  if (!blob.type.includes('json') && !blob.type.startsWith('text/')) {
    const name = fileNameOf(response.headers.get('content-disposition')) ?? 'answer'
    return { status, milliseconds, file: { blob, name } }
  }
  const text = await blob.text()
  try {
    const answer = JSON.parse(text) as { code?: number; error?: string }
    const { code, error } = answer
    return { status, milliseconds, code, error, text: JSON.stringify(answer, null, 2).slice(0, mostShown) }
  } catch {
    return { status, milliseconds, text: text.slice(0, mostShown) }
  }
}
