import { issueText, type Translate } from '@timbermark/client'
import { Unread } from '@timbermark/contract/reading'

/** Refuses what a control could not read, with its reason, in a form that no entity declares. */
export const readRule = (t: Translate, label: string) => ({
  validator: async (_: unknown, value: unknown) => {
    const unread = [value].flat().find(part => part instanceof Unread)
    if (unread) throw new Error(issueText(t, { field: label, ...unread.fault }, label))
  },
})
