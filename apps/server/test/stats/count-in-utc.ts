import type { World } from '../harness.ts'

/** Cuts the days of all enterprises by UTC, for tests that write log entries by UTC days; walk.test.ts has other zones. */
export const countInUtc = (world: World) => world.admin.query("update enterprise set time_zone = 'UTC'")
