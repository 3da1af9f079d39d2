import type { Listed } from '@timbermark/contract'
import type { UndoOffer } from '@timbermark/contract/calls'
import { App, Button } from 'antd'
import { useCallback } from 'react'
import { reportError, useClient, useT } from '../../shell/index.ts'
import { useRefresh } from '../use-entity.ts'

/** What an answer carries when its change can be undone. */
export interface Undoable {
  undo?: UndoOffer | undefined
}

const toastSeconds = 8

/** The offer that is shown, so that a key can take it. */
let takeOffer: (() => void) | undefined

/** Ctrl+Z takes the offer, except where it undoes what was typed. */
function onKey(event: KeyboardEvent): void {
  if (!takeOffer || event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
  const target = event.target
  if (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea'))
  )
    return
  event.preventDefault()
  takeOffer()
}

/** The message of an offer has gone. A later offer stays. */
function stopListening(offer: () => void): void {
  if (takeOffer !== offer) return
  takeOffer = undefined
  removeEventListener('keydown', onKey)
}

/** Reports a change, for 8 seconds with a button that undoes it where the answer allows that. */
export function useUndo(entity: Listed): (text: string, answer: unknown, refresh?: () => unknown) => void {
  const { message } = App.useApp()
  const t = useT()
  const client = useClient()
  const refreshEntity = useRefresh(entity)
  return useCallback(
    (text, answer, refresh) => {
      const offer = (answer as Undoable | null | undefined)?.undo
      if (!offer) {
        void message.success(text)
        return
      }
      const key = `undo-${offer.id}`
      let isTaken = false
      const taken = () => {
        if (isTaken) return
        isTaken = true
        void take()
      }
      const take = async () => {
        stopListening(taken)
        message.destroy(key)
        try {
          await client.call('POST /system/undo/:id', { params: { id: offer.id } })
          void message.success(t('entity.undone'))
        } catch (error) {
          reportError(error)
        }
        await Promise.all([refreshEntity(), refresh?.()])
      }
      takeOffer = taken
      addEventListener('keydown', onKey)
      void message.success({
        key,
        duration: Math.min(toastSeconds, offer.seconds),
        onClose: () => stopListening(taken),
        content: (
          <span className="tm-undo">
            {text}
            <Button type="link" size="small" aria-keyshortcuts="Control+Z" onClick={taken}>
              {t('entity.undo')} <kbd>{t('entity.undoKey')}</kbd>
            </Button>
          </span>
        ),
      })
    },
    [message, t, client, refreshEntity],
  )
}
