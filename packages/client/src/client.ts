import type { FileInfo, ListEnvelope } from '@timbermark/contract'
import { type AnswerTo, addressOf, type CallKey, type CallInput } from './call.ts'
import { dropEmpty, type Query } from './query.ts'
import { type DownloadOptions, downloadFile, type UploadOptions, uploadFile } from './transfer.ts'
import { type CallOptions, type ClientOptions, createTransport } from './transport.ts'

/** Options of a declared call. Its query is part of `CallInput`. */
export type DeclaredOptions = Omit<CallOptions, 'query'>

/** Input and options of any declared call, without the types of its declaration. */
interface LooseCall extends CallOptions {
  params?: Record<string, string | number>
  body?: unknown
}

export interface Page<T> {
  rows: T[]
  total: number
  /** True when `total` is an estimate. */
  estimated: boolean
}

export type Client = ReturnType<typeof createClient>

/**
 * The browser's side of the wire (docs/wire.md). Its calls throw ApiError for a refusal and TransportError when no answer of
 * the product arrives.
 */
export function createClient(options: ClientOptions) {
  const transport = createTransport(options)
  const { base, call } = transport

  async function data<T>(method: string, path: string, body: unknown, options?: CallOptions): Promise<T> {
    return (await call(method, path, body, options)).data as T
  }

  return {
    /** Fixed API base path. */
    base,

    /**
     * Makes a declared call, named by method and path. Its declaration types the input and the answer.
     * @example client.call('GET /code/qr/:code', { params: { code } })
     */
    call<Key extends CallKey>(
      key: Key,
      ...[input]: object extends CallInput<Key>
        ? [input?: CallInput<Key> & DeclaredOptions]
        : [input: CallInput<Key> & DeclaredOptions]
    ): Promise<AnswerTo<Key>> {
      const { params, body, ...options }: LooseCall = input ?? {}
      const { method, path } = addressOf(key, params)
      return data<AnswerTo<Key>>(method, path, body, options)
    },

    get: <T>(path: string, query?: Query, options?: CallOptions) =>
      data<T>('GET', path, undefined, { ...options, query }),

    /** Loads one page of a list. Filters with an empty text are omitted. */
    async list<T>(path: string, query?: Query, options?: CallOptions): Promise<Page<T>> {
      const answer = (await call('GET', path, undefined, {
        ...options,
        query: dropEmpty(query),
      })) as unknown as ListEnvelope<T>
      return { rows: answer.rows ?? [], total: answer.total ?? 0, estimated: answer.estimated ?? false }
    },

    post: <T = void>(path: string, body?: unknown, options?: CallOptions) => data<T>('POST', path, body, options),
    put: <T = void>(path: string, body?: unknown, options?: CallOptions) => data<T>('PUT', path, body, options),
    delete: <T = void>(path: string, options?: CallOptions) => data<T>('DELETE', path, undefined, options),

    /** Answers the complete envelope, for the few calls whose message or envelope extras matter. */
    raw: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, options?: CallOptions) =>
      call(method, path, body, options),

    upload: <T = FileInfo>(file: File | Blob, options?: UploadOptions) => uploadFile<T>(transport, file, options),

    download: (path: string, query?: Query, options?: DownloadOptions) => downloadFile(transport, path, query, options),
  }
}
