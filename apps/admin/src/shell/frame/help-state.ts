import { create } from 'zustand'
import { readLocal, writeLocal } from '../storage.ts'

interface HelpState {
  /** What is open: the help on the page, or the tour for newcomers. */
  open: 'sheet' | 'tour' | null
}

export const useHelpState = create<HelpState>()(() => ({ open: null }))

export const openHelp = (open: HelpState['open']): void => useHelpState.setState({ open })

const keyOf = (userId: number) => `tour:${userId}`

/** Whether the person has taken the tour in this browser, or wants none. */
export const knowsTour = (userId: number): boolean => readLocal(keyOf(userId)) !== null

export const rememberTour = (userId: number): void => writeLocal(keyOf(userId), 'known')
