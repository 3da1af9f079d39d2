import { useEffect, useState } from 'react'
import { useApp } from '../app/context.ts'
import { outboxStore } from '../outbox/store.ts'
import type { LocalItem } from '../report/local-item.ts'

export type OpenedDraft<Item> = { item: Item; isNew: boolean } | 'gone' | null

/**
 * The item that a form opens: the stored one with this key, or a new one. `gone`: there is none, or it is somebody else's.
 * @param create makes a new item; undefined while it cannot yet
 */
export function useOpenedDraft<Item extends LocalItem>(
  key: string | null,
  isOfKind: (item: LocalItem) => item is Item,
  create: (() => Item) | undefined,
): OpenedDraft<Item> {
  const { outbox } = useApp()
  const [opened, setOpened] = useState<OpenedDraft<Item>>(null)
  const canCreate = create !== undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new item is made once, whatever else changes.
  useEffect(() => {
    let isCancelled = false
    const isOpen = (old: OpenedDraft<Item>) => old !== null && old !== 'gone' && old.item.key === key
    const show = (next: OpenedDraft<Item>) => {
      // The form that just stored its draft under this key stays open.
      if (!isCancelled) setOpened(old => (isOpen(old) ? old : next))
    }
    if (!key) setOpened(create ? { item: create(), isNew: true } : null)
    else
      outboxStore.get(key).then(
        item => show(item && isOfKind(item) && item.owner === outbox.owner ? { item, isNew: false } : 'gone'),
        () => show('gone'),
      )
    return () => {
      isCancelled = true
    }
  }, [key, outbox, canCreate])
  return opened
}
