/** As much of the package's interface as the measurements use. */
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
    requests: { method: string; path?: string; headers?: Record<string, string>; body?: string }[]
  }
  export default function autocannon(options: Options): Promise<Result>
}
