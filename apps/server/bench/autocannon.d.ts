/** The part of the package's interface that the measurements use. */
declare module 'autocannon' {
  interface Result {
    '2xx': number
    non2xx: number
    errors: number
    /** Seconds. */
    duration: number
    /** Milliseconds. */
    latency: { p99: number }
  }
  interface Options {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    /** What each connection sends repeatedly; or each its own requests, by `setupClient`. */
    requests?: Request[]
    setupClient?: (client: { setRequests(requests: Request[]): void }) => void
  }
  export interface Request {
    method: string
    path?: string
    headers?: Record<string, string>
    body?: string
    onResponse?: (status: number, body: string) => void
  }
  export default function autocannon(options: Options): Promise<Result>
}
