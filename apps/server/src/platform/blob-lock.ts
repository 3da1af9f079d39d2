/**
 * Key of the advisory lock between the sweep of contents and a backup. A backup shares it from before its snapshot until
 * the last content is copied, the sweep takes it alone: what the rows of a snapshot refer to is there until it is copied.
 */
export const blobLock = 727_240
