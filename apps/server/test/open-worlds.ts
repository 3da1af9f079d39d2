/** How to end the servers and remove the folders that a test file has made; `closing.ts` does so after its last test, the last first. */
export const openWorlds: (() => Promise<void>)[] = []
