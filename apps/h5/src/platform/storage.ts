/** How much space the phone has for reports and pictures that wait to be sent. */

/** About as much as ten reports with five pictures each. */
export const scarceBytes = 50 * 1024 * 1024

/** Free bytes, or undefined when the browser does not report them. */
export async function freeBytes(storage: StorageManager | undefined = navigator.storage): Promise<number | undefined> {
  try {
    const { quota, usage } = (await storage?.estimate()) ?? {}
    return quota === undefined || usage === undefined ? undefined : Math.max(0, quota - usage)
  } catch {
    return undefined
  }
}

/** Is there so little space that a warning is needed? */
export const isScarce = (free: number | undefined): free is number => free !== undefined && free < scarceBytes
