/**
 * A field of an entity, declared once: the kind of its value (`kinds/kind.ts`) and its use, declared here. The server
 * uses it to check and store, the back office to draw column, form control and search, exports and imports to write and
 * read.
 */
import type {
  ChoiceKind,
  CountryKind,
  TimeZoneKind,
  DateKind,
  DictKind,
  FilesKind,
  FlagKind,
  NumberKind,
  RefKind,
  RichTextKind,
  TextKind,
} from './kinds/kind.ts'

/** How a field can be searched: equal, contains, one of a list, or between two days (`begin{X}`, `end{X}`). */
export type Search = 'eq' | 'like' | 'in' | 'range'

interface Common {
  /** Must hold a value when a record is added or edited. */
  required?: boolean
  search?: Search
  /** Set by the system; refused in add and edit. */
  readonly?: boolean
  /** The system sets it later; the detail shows its line before, so that people see what is still to come. */
  awaited?: boolean
  /** Set when a record is added, never changed afterwards. */
  createOnly?: boolean
  /** Describes a change: part of edits, never of adds or imports. */
  changeOnly?: boolean
  /** Left out of the list (still in the form and the detail). */
  hideInList?: boolean
  /** Can be ordered by (`orderBy`). */
  sortable?: boolean
  /** Only answered to those who hold this permission; others get no such field. */
  permission?: string
  /** Personal data: salted and hashed in the ledger, not on public pages. */
  personal?: boolean
}

export interface TextField extends Common, TextKind {
  /** Some rows are delivered: the column with their phrase key, and the prefix of such keys. */
  delivered?: { column: string; phrases: string }
}
export interface RichTextField extends Common, RichTextKind {}
export interface NumberField extends Common, NumberKind {}
export interface DateField extends Common, DateKind {}
/** Labels are phrases `<entity>.<field>.<option>`. */
export interface ChoiceField extends Common, ChoiceKind {}
/** Labels are phrases `<entity>.<field>.true` and `.false`; of a filter that is no field, yes and no unless it has such phrases. */
export interface FlagField extends Common, FlagKind {
  /**
   * Field with the record's version number, when setting the flag approves what the caller has read: such an edit carries
   * the expected version (`seen`) and is refused for any other version.
   */
  seen?: string
}
export interface DictField extends Common, DictKind {}
/** Labels are the country's name in the reader's language. */
export interface CountryField extends Common, CountryKind {}
export interface TimeZoneField extends Common, TimeZoneKind {}
/** Rows also carry the target's label as `<field without Id>Name`. */
export interface RefField extends Common, RefKind {
  /** The target is shared by all enterprises (a division, a platform category). */
  shared?: boolean
}
export interface FilesField extends Common, FilesKind {
  maxMegabytes: number
  /** Allowed types by extension; the server checks the content, not the name. */
  types: readonly string[]
}

export type Field =
  | TextField
  | RichTextField
  | NumberField
  | DateField
  | ChoiceField
  | FlagField
  | DictField
  | CountryField
  | TimeZoneField
  | RefField
  | FilesField

export const text = <const O extends Omit<TextField, 'kind'>>(o: O) => ({ kind: 'text', ...o }) as const
/** A name that people enter in their language, and optionally in the other languages. */
export const naming = <const O extends Omit<TextField, 'kind'>>(o: O) =>
  ({ kind: 'text', inLanguages: true, ...o }) as const
export const richText = <const O extends Omit<RichTextField, 'kind'>>(o: O) => ({ kind: 'richText', ...o }) as const
export const integer = <const O extends Omit<NumberField, 'kind' | 'scale'>>(o: O) =>
  ({ kind: 'integer', ...o }) as const
export const decimal = <const O extends Omit<NumberField, 'kind'>>(o: O) => ({ kind: 'decimal', ...o }) as const
export const date = <const O extends Omit<DateField, 'kind'>>(o: O) => ({ kind: 'date', ...o }) as const
export const datetime = <const O extends Omit<DateField, 'kind'>>(o: O) => ({ kind: 'datetime', ...o }) as const
export const choice = <const O extends Omit<ChoiceField, 'kind'>>(o: O) => ({ kind: 'choice', ...o }) as const
export const flag = <const O extends Omit<FlagField, 'kind'>>(o: O) => ({ kind: 'flag', ...o }) as const
export const dict = <const O extends Omit<DictField, 'kind'>>(o: O) => ({ kind: 'dict', ...o }) as const
export const country = <const O extends Omit<CountryField, 'kind'>>(o: O) => ({ kind: 'country', ...o }) as const
export const timeZone = <const O extends Omit<TimeZoneField, 'kind'>>(o: O) => ({ kind: 'timeZone', ...o }) as const
export const ref = <const O extends Omit<RefField, 'kind'>>(o: O) => ({ kind: 'ref', ...o }) as const

/** Defaults with overrides; a plain spread would have the type of both. */
type With<Defaults, Given> = Omit<Defaults, keyof Given> & Given

const pictureDefaults = { kind: 'images', maxItems: 5, maxMegabytes: 1, types: ['png', 'jpg', 'jpeg'] } as const
const fileDefaults = {
  kind: 'files',
  maxItems: 5,
  maxMegabytes: 5,
  types: ['doc', 'xls', 'ppt', 'txt', 'pdf'],
} as const
const videoDefaults = { kind: 'video', maxItems: 1, maxMegabytes: 50, types: ['mp4'] } as const

/** Pictures with the specification's defaults: 5 files, 1 MB, png, jpg, jpeg. */
export const images = <const O extends Partial<Omit<FilesField, 'kind'>>>(o: O): With<typeof pictureDefaults, O> => ({
  ...pictureDefaults,
  ...o,
})
/** Files with the specification's defaults: 5 files, 5 MB, doc, xls, ppt, txt, pdf. */
export const files = <const O extends Partial<Omit<FilesField, 'kind'>>>(o: O): With<typeof fileDefaults, O> => ({
  ...fileDefaults,
  ...o,
})
export const video = <const O extends Partial<Omit<FilesField, 'kind'>>>(o: O): With<typeof videoDefaults, O> => ({
  ...videoDefaults,
  ...o,
})

/** A remark: at most 200 characters everywhere (specification section 9). */
export const remark = () => text({ max: 200, lines: 3, hideInList: true })
/** Normal ("0") or disabled ("1"), switched by PUT .../changeStatus. */
export const status = () => dict({ dict: 'sys_normal_disable', default: '0', search: 'eq', required: true })
/** Sort order within a list: 0 to 9999. */
export const order = () => integer({ min: 0, max: 9999, required: true, sortable: true })

export const phonePattern = '^\\+?[0-9][0-9 ()-]{5,19}$'
export const emailPattern = '^[^\\s@<>"]+@[^\\s@<>".]+(\\.[^\\s@<>".]+)+$'
export const phone = <const O extends Partial<Omit<TextField, 'kind' | 'pattern'>>>(o: O) =>
  text({ max: 20, pattern: phonePattern, patternError: 'notPhone', ...o })
export const email = <const O extends Partial<Omit<TextField, 'kind' | 'pattern'>>>(o: O) =>
  text({ max: 50, pattern: emailPattern, patternError: 'notEmail', ...o })
export const webAddress = <const O extends Partial<Omit<TextField, 'kind' | 'pattern'>>>(o: O) =>
  text({ max: 500, pattern: '^https?://[^\\s<>"]+$', patternError: 'notUrl', ...o })
