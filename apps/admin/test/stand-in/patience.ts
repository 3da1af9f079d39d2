import { expect, vi } from 'vitest'

/** Journeys share the machine with everything else that is being tested. */
export const patience = 20_000

export function bePatient(): void {
  vi.setConfig({ testTimeout: 120_000 })
}

/** What becomes true in a while. */
export const eventually: typeof expect.poll = (read, options) =>
  expect.poll(read, { timeout: patience, interval: 50, ...options })
