import { createContext } from 'react'

/** Told by a control when an upload begins (1) and when it has ended (-1), so that the form waits before it saves. */
export const PendingUploads = createContext<(change: 1 | -1) => void>(() => {})
