/** How much room the phone has for reports and pictures that wait to be sent. */

/** About as much as ten reports with five pictures each. */
export const scarceBytes = 50 * 1024 * 1024

/** Bytes that are left, or undefined where the browser does not say. */
export async function freeBytes(storage: StorageManager | undefined = navigator.storage): Promise<number | undefined> {
  try {
    const { quota, usage } = (await storage?.estimate()) ?? {}
    return quota === undefined || usage === undefined ? undefined : Math.max(0, quota - usage)
  } catch {
    return undefined
  }
}

/** Is there so little room that it has to be said before it is gone? */
export const isScarce = (left: number | undefined): left is number => left !== undefined && left < scarceBytes
