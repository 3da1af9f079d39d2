import { z } from 'zod'
import { plainText } from '../kinds/plain-text.ts'

/** Shapes common to calls. Answers are strict: tests find undeclared members. */
export const rowId = z.number().int().positive()
/** A code as people type, paste and scan it, with what surrounds it: an address that two gateways have wrapped. */
export const codeText = z.string().trim().min(1).max(2000)
export const count = z.number().int().nonnegative()
/** ISO 8601 in UTC. */
export const moment = z.iso.datetime()
/** Answer of a call without data. */
export const nothing = z.null()
export const added = z.strictObject({ id: rowId })
/** A change that can be undone: the number to undo it by, and for how many seconds. Absent when it cannot. */
export const undoOffer = { undo: z.strictObject({ id: rowId, seconds: count }).optional() }
export type UndoOffer = NonNullable<z.output<typeof undoOffer.undo>>
export const removed = z.strictObject({ removed: count, ...undoOffer })
/** Disabled (`"1"`) or normal. */
export const flag = z.enum(['0', '1'])

/** Verbs that the reader may use on a row now, and the refusals of verbs that its state forbids. */
export const rights = { can: z.array(z.string()), why: z.record(z.string(), z.string()) }

export const fileInfo = z.strictObject({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  size: count,
  type: z.string(),
})

/** An entered text, brought into the stored form. */
export const written = () => z.string().overwrite(plainText)

/** A query filter; the first value counts if it is repeated. */
export const filter = z.union([z.string(), z.array(z.string())]).optional()

/**
 * A part of a body that its handler parses, because it has several spellings (an id under two names, a list as text). Pages send it as `T`.
 */
function readByHandler<T>(shape: Record<string, unknown>): z.ZodType<unknown, T> {
  const anything: z.ZodType<unknown, T> = z.custom<T>()
  return anything.meta(shape)
}

/** A row's id; also as text. */
export const id = readByHandler<number | string>({ type: 'integer' })
/** Ids as a list, or as text with commas. */
export const ids = readByHandler<readonly number[] | string>({ type: 'array', items: { type: 'integer' } })
/** A text whose faults the handler reports with its own messages. */
export const checkedText = readByHandler<string | null>({ type: 'string' })
export const checkedFlag = readByHandler<boolean>({ type: 'boolean' })

/** For the interface docs: one field of each of these groups is required; the handler checks it with its own message. */
export const oneOfEach = (...groups: readonly (readonly string[])[]) =>
  groups.length === 0 ? {} : { allOf: groups.map(names => ({ anyOf: names.map(name => ({ required: [name] })) })) }

/** One node of a tree of choices. */
export interface TreeNode {
  id: number
  label: string
  disabled: boolean
  children?: TreeNode[]
}

export const treeNode: z.ZodType<TreeNode> = z.strictObject({
  id: rowId,
  label: z.string(),
  disabled: z.boolean(),
  get children() {
    return z.array(treeNode).optional()
  },
})

/** A tree with its selected nodes. */
export const tickedDepts = z.strictObject({ checkedKeys: z.array(rowId), depts: z.array(treeNode) })
export type TickedDepts = z.output<typeof tickedDepts>
