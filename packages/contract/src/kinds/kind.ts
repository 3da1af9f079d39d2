/**
 * Kinds of values: of fields of entities, of stages and of stage templates. Plain data, so that a declaration can be sent
 * and stored. The other files of this folder check values of each kind, bring them into the stored form and describe them
 * on the wire.
 */

/** Patterns with their own error phrase. */
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
  | 'verifyFile'

/** One text. */
export interface TextKind {
  kind: 'text'
  max: number
  min?: number
  /** Anchored regular expression source; `error` is answered when it does not match. */
  pattern?: string
  patternError?: 'pattern' | 'notPhone' | 'notMobile' | 'notEmail' | 'notUrl'
  /** A web address shown to the public: never one of this machine or of a private network. */
  publicAddress?: true
  /** Code of another record: the entity's key and the field that holds the code; `orCountry`: or a country code (ISO 3166-1 alpha-2). */
  codeOf?: { entity: string; field: string; orCountry?: true }
  /** Phrase that describes the pattern: `error.pattern.<name>`. */
  patternPhrase?: PatternName
  /** Shown as several lines. */
  lines?: number
  /** A list of texts; read-only. */
  several?: true
  /** Can have a text in each of the product's languages (`texts.ts`); without markup. */
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
  /** Unit after the number: phrase `unit.<unit>`. */
  unit?: string
  /** Most decimal places shown (decimal only; default 3). Decimals travel as strings so that they stay exact. */
  scale?: number
  /** Most decimal places accepted. */
  digits?: number
}
export interface DateKind {
  /** `date` travels as YYYY-MM-DD, `datetime` as ISO 8601 with its zone. */
  kind: 'date' | 'datetime'
  /** Time of something that has happened, so never in the future. */
  happened?: boolean
}
export interface ChoiceKind {
  /** One of a fixed list. */
  kind: 'choice'
  options: readonly string[]
  default?: string
  /** Options are stored and answered as numbers; read-only. */
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
  /** Values are stored and answered as numbers. */
  numeric?: true
}
export interface CountryKind {
  /** ISO 3166-1 alpha-2 country. */
  kind: 'country'
}
export interface TimeZoneKind {
  /** Name of a time zone in the IANA database, such as `Asia/Shanghai`. */
  kind: 'timeZone'
  default?: string
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
  | TimeZoneKind
  | CoordinatesKind
  | RefKind
  | FilesKind
