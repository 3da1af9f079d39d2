/**
 * Reports the progress of a command to the person at the terminal: at once when a step is done, otherwise every few
 * seconds.
 */
export interface Progress {
  now(state: string): void
  done(step: string): void
  warn(sentence: string): void
}

const everyMs = 5000

/**
 * @param say receives a line
 * @param complain receives a line about an error
 */
export function progressOn(say: (line: string) => void, complain: (line: string) => void): Progress {
  let reportedAt = performance.now()
  return {
    now(state) {
      if (performance.now() - reportedAt < everyMs) return
      reportedAt = performance.now()
      say(`  … ${state}`)
    },
    done(step) {
      reportedAt = performance.now()
      say(`  ${step}`)
    },
    warn: complain,
  }
}
