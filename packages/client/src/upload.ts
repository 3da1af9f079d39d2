import { TransportError } from './errors.ts'

/** The part of XMLHttpRequest that is used: fetch cannot report how much of a body has been sent. */
interface Xhr {
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  send(body: FormData): void
  abort(): void
  status: number
  responseText: string
  onload: (() => void) | null
  onerror: (() => void) | null
  onabort: (() => void) | null
  upload: { onprogress: ((event: { loaded: number; total: number; lengthComputable: boolean }) => void) | null }
}

export interface UploadRequest {
  url: string
  headers: Record<string, string>
  body: FormData
  /** Milliseconds without progress after which the upload is aborted. */
  timeout: number
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** Whether the browser can report an upload's progress. */
export function canReportProgress(): boolean {
  return typeof (globalThis as { XMLHttpRequest?: unknown }).XMLHttpRequest === 'function'
}

/**
 * Sends a form and reports its progress (0 to 1). A slow network does not time out as long as there is progress.
 * Rejects with TransportError, or with an AbortError when `signal` aborts it.
 */
export function sendWithProgress(sending: UploadRequest): Promise<{ status: number; text: string }> {
  const XhrClass = (globalThis as { XMLHttpRequest?: unknown }).XMLHttpRequest as new () => Xhr
  return new Promise((resolve, reject) => {
    const xhr = new XhrClass()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isTimedOut = false
    const restartTimer = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        isTimedOut = true
        xhr.abort()
      }, sending.timeout)
    }
    const abort = () => xhr.abort()
    const cleanUp = () => {
      clearTimeout(timer)
      sending.signal?.removeEventListener('abort', abort)
    }
    xhr.open('POST', sending.url)
    for (const [name, value] of Object.entries(sending.headers)) xhr.setRequestHeader(name, value)
    xhr.upload.onprogress = event => {
      restartTimer()
      if (event.lengthComputable && event.total > 0) sending.onProgress?.(event.loaded / event.total)
    }
    xhr.onload = () => {
      cleanUp()
      resolve({ status: xhr.status, text: xhr.responseText })
    }
    xhr.onerror = () => {
      cleanUp()
      reject(new TransportError('network'))
    }
    xhr.onabort = () => {
      cleanUp()
      reject(isTimedOut ? new TransportError('timeout') : new DOMException('The upload was aborted', 'AbortError'))
    }
    sending.signal?.addEventListener('abort', abort)
    restartTimer()
    xhr.send(sending.body)
  })
}
