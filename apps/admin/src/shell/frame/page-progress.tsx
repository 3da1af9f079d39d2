import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'

/** A thin line at the top while a page is on its way. Shown only when that takes more than a moment. */
export function PageProgress() {
  const { state } = useNavigation()
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (state === 'idle') return setShown(false)
    const timer = setTimeout(() => setShown(true), 120)
    return () => clearTimeout(timer)
  }, [state])
  return shown ? <div className="page-progress" aria-hidden="true" /> : null
}
