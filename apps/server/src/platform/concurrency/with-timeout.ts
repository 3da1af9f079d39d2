/**
 * The result of the work, or a failure when that takes longer.
 * @param ms milliseconds
 * @throws Error `no answer`
 */
export function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer')), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
