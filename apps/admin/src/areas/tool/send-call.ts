import { fileNameOf } from '@timbermark/client'
import type { Language } from '@timbermark/contract'
import { pageToken } from '../../shell/session/stored-session.ts'
import { buildAddress, type ApiCall, type CallInput } from './openapi.ts'

/** The answer to a tried call. */
export interface CallResult {
  status: number
  milliseconds: number
  /** The answer as text, formatted when it is JSON. */
  text?: string
  /** Wire code and key of a refusal, where the answer has them. */
  code?: number
  error?: string
  /** The answer, when it is a file. */
  file?: { blob: Blob; name: string }
}

/** More of an answer is not shown, because rendering it would freeze the page. */
const maxShownCharacters = 200_000

/**
 * Makes a call as the signed-in person and returns any answer, including a refusal.
 * @throws TypeError when there is no answer
 */
export async function sendCall(
  call: ApiCall,
  { values, body }: CallInput,
  files: Readonly<Record<string, File>>,
  language: Language,
  signal: AbortSignal,
): Promise<CallResult> {
  const headers: Record<string, string> = { accept: '*/*', 'accept-language': language }
  if (!call.open) headers.authorization = `Bearer ${pageToken() ?? ''}`
  let sent: BodyInit | undefined
  if (call.form) {
    const form = new FormData()
    for (const name of Object.keys(call.form.properties ?? {})) {
      const value = values[`form.${name}`]
      if (!files[name] && value) form.append(name, value)
    }
    // A file comes last: the server has parsed the other fields when it reaches the file.
    for (const [name, file] of Object.entries(files)) form.append(name, file)
    sent = form
  } else if (call.body) {
    headers['content-type'] = 'application/json'
    sent = body
  }
  const startedAt = performance.now()
  const response = await fetch(buildAddress(call, values), { method: call.method, headers, body: sent, signal })
  const blob = await response.blob()
  const milliseconds = Math.round(performance.now() - startedAt)
  const { status } = response
  if (!blob.type.includes('json') && !blob.type.startsWith('text/')) {
    const name = fileNameOf(response.headers.get('content-disposition')) ?? 'answer'
    return { status, milliseconds, file: { blob, name } }
  }
  const text = await blob.text()
  try {
    const answer = JSON.parse(text) as { code?: number; error?: string }
    const { code, error } = answer
    return { status, milliseconds, code, error, text: JSON.stringify(answer, null, 2).slice(0, maxShownCharacters) }
  } catch {
    return { status, milliseconds, text: text.slice(0, maxShownCharacters) }
  }
}
