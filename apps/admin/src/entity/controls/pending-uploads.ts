import { createContext } from 'react'

/** A control calls this when an upload begins (1) and ends (-1), so that the form waits before it saves. */
export const PendingUploads = createContext<(change: 1 | -1) => void>(() => {})
