/** How to end the servers that a test file has made; `closing.ts` does so after its last test. */
export const openWorlds: (() => Promise<void>)[] = []
