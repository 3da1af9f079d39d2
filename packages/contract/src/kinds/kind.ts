/**
 * What a value is, whoever asks for it: a field of an entity, a field of a stage, what a template adds to a stage. Plain
 * data, so that a declaration can be sent and stored. What is done with a value of each kind (checked, brought into the
 * one form that is kept, described on the wire) stands beside, in this folder.
 */

/** Patterns that have words of their own. */
export type PatternName =
  | 'plain'
  | 'account'
  | 'code'
  | 'countryCode'
  | 'dictType'
  | 'configKey'
  | 'roleKey'
  | 'platformAppId'
  | 'miniPath'

/** One text. */
export interface TextKind {
  kind: 'text'
  max: number
  min?: number
  /** Anchored regular expression source; `error` is answered when it does not match. */
  pattern?: string
  patternError?: 'pattern' | 'notPhone' | 'notMobile' | 'notEmail' | 'notUrl'
  /** A web address that strangers are led to: never one of this machine or of a private network. */
  publicAddress?: true
  /** It is the code of another record: the entity's key and the field that holds it; `orCountry`: or of a country (ISO 3166-1 alpha-2). */
  codeOf?: { entity: string; field: string; orCountry?: true }
  /** Which words say what the pattern asks for: phrase `error.pattern.<name>`. */
  patternPhrase?: PatternName
  /** Shown as several lines. */
  lines?: number
  /** A list of texts. Such a value is read, never written. */
  several?: true
  /** May be given in each of the product's languages (`texts.ts`); without markup. */
  inLanguages?: true
}
export interface RichTextKind {
  kind: 'richText'
  max: number
}
export interface NumberKind {
  kind: 'integer' | 'decimal'
  min?: number
  max?: number
  /** Unit shown behind the number: a phrase key `unit.<unit>`. */
  unit?: string
  /** Most digits after the point that are shown (decimal only; default 3). Decimals travel as strings so that they stay exact. */
  scale?: number
  /** Most digits after the point that are taken. */
  digits?: number
}
export interface DateKind {
  /** `date` travels as YYYY-MM-DD, `datetime` as ISO 8601 with its zone. */
  kind: 'date' | 'datetime'
  /** Of something that has been done, hence never ahead of the clock. */
  happened?: boolean
}
export interface ChoiceKind {
  /** One of a fixed list. */
  kind: 'choice'
  options: readonly string[]
  default?: string
  /** Its options are kept and answered as numbers. Such a value is read, never written. */
  numeric?: true
}
export interface FlagKind {
  /** Yes or no. */
  kind: 'flag'
}
export interface DictKind {
  /** One value of a dictionary that people edit. */
  kind: 'dict'
  dict: string
  default?: string
  /** Its values are kept and answered as numbers. */
  numeric?: true
}
export interface CountryKind {
  /** ISO 3166-1 alpha-2 country. */
  kind: 'country'
}
export interface CoordinatesKind {
  /** `[longitude, latitude]` in degrees, WGS-84: the order of GeoJSON (RFC 7946, section 3.1.1). */
  kind: 'coordinates'
}
export interface RefKind {
  /** Another record, by id. */
  kind: 'ref'
  /** Entity key, e.g. `catalog/category`. */
  entity: string
  /** Shown as a tree (the target has parentId). */
  tree?: boolean
}
export interface FilesKind {
  /** Uploaded files: rows carry `{id, name, url, size, type}` objects, writes take ids. */
  kind: 'images' | 'files' | 'video'
  maxItems: number
}

export type Kind =
  | TextKind
  | RichTextKind
  | NumberKind
  | DateKind
  | ChoiceKind
  | FlagKind
  | DictKind
  | CountryKind
  | CoordinatesKind
  | RefKind
  | FilesKind
