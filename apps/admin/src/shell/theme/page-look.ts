import { useLayoutEffect } from 'react'
import { pageProperties } from './palette.ts'
import { useFrame, useLayout } from './settings.ts'

/** Applies the colours, the size and the density that this browser has stored. */
export function usePageLook(): void {
  const layout = useLayout()
  const { size, density } = useFrame()
  useLayoutEffect(() => {
    const { style, dataset } = document.documentElement
    for (const [name, value] of Object.entries(pageProperties(layout))) style.setProperty(name, value)
    dataset.size = size
    dataset.density = density
  }, [layout, size, density])
}
