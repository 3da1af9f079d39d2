import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'

/** A thin line at the top while a page loads, shown only when that takes longer than a moment. */
export function PageProgress() {
  const { state } = useNavigation()
  const [visible, setVisible] = useState(false)
  useEffect(() => {
    if (state === 'idle') return setVisible(false)
    const timer = setTimeout(() => setVisible(true), 120)
    return () => clearTimeout(timer)
  }, [state])
  return visible ? <div className="page-progress" aria-hidden="true" /> : null
}
