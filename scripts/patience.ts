/**
 * Milliseconds after which a test calls what has not come broken. Nobody waits that long where it comes: so much is for
 * a machine that does much else at the same time, on which no test may fail.
 */
export const patience = 90_000
