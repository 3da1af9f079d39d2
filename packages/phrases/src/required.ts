import type {
  DeclaredEntity,
  DeclaredView,
  ErrorKey,
  MenuKey,
  MenuVerb,
  Operation,
  RoleKey,
  StageKey,
  WaitingKey,
} from '@timbermark/contract'
import type { DictPhraseKey } from '@timbermark/contract/stages'

type Dots<S extends string> = S extends `${infer A}/${infer B}` ? `${A}.${B}` : S
type EntityPrefix<E> = E extends { area: infer A extends string; name: infer N extends string }
  ? `${A}.${Dots<N>}`
  : never

/** Labels of fixed choices; stages have their own phrases. */
type OptionKey<F, Prefix extends string> = F extends { kind: 'choice'; options: readonly (infer O extends string)[] }
  ? `${Prefix}.${Exclude<O, StageKey>}`
  : F extends { kind: 'flag' }
    ? `${Prefix}.${boolean}`
    : never

/** Exported lists have a plural name for their workbook. */
export type SheetPhraseKey = DeclaredEntity | DeclaredView extends infer E
  ? E extends { operations: readonly (infer O)[] }
    ? 'export' extends O
      ? `sheet.${EntityPrefix<E>}`
      : never
    : never
  : never

/** Fields with a common phrase, and an own one only where it says more. */
type EveryRow = 'createTime' | 'updateTime' | 'createBy'

type FieldKeys<E> = E extends { fields: infer F }
  ? {
      [K in Exclude<keyof F & string, EveryRow>]: `${EntityPrefix<E>}.${K}` | OptionKey<F[K], `${EntityPrefix<E>}.${K}`>
    }[Exclude<keyof F & string, EveryRow>]
  : never

type SearchKeys<E> = E extends { searches: infer S } ? `${EntityPrefix<E>}.${keyof S & string}` : never

type VerbsOf<E> = E extends { verbs: readonly (infer Verb extends string)[] } ? Verb : never

type WordsOf<Key extends string, T> =
  | (T extends { confirm: string } ? `${Key}Title` : never)
  | (T extends { bulk: true } ? `${Key}Several` : never)

/** Confirmation of a transition of one record, and of several. */
type TransitionKeys<E> = E extends { states: { transitions: readonly (infer T)[] } }
  ? T extends { verb: infer V extends string }
    ? WordsOf<`${EntityPrefix<E>}.${V}`, T>
    : never
  : never

/** Titles of places without a delivered menu: pages with an address, tabs, dialogs. */
type PlaceKey =
  | 'home'
  | 'profile'
  | 'handbook'
  | 'stats'
  | 'trade.supply'
  | 'trade.purchase'
  | 'trade.publish-add'
  | 'trade.apply-list'
  | 'trade.detail'
  | 'news.preview'
  | 'system.user-auth'
  | 'system.role-auth'
  | 'system.dict-data'
  | 'tool.gen-edit'

/** Exact keys of `menu.ts` in every language: a screen's phrases are added and removed with it. */
export type MenuPhraseKey = `menu.${MenuKey | PlaceKey}`

/**
 * Phrases that the contract requires in every language: one per error, entity, view, field, fixed choice, stage,
 * delivered menu, button, role, dictionary and dictionary entry.
 */
export type RequiredKey =
  | `error.${ErrorKey}`
  | (DeclaredEntity | DeclaredView extends infer E
      ? E extends unknown
        ? EntityPrefix<E> | FieldKeys<E> | SearchKeys<E> | TransitionKeys<E>
        : never
      : never)
  | SheetPhraseKey
  | `stage.${StageKey}`
  | `stage.${StageKey}.hint`
  | MenuPhraseKey
  | `action.${Operation | VerbsOf<DeclaredEntity | DeclaredView> | MenuVerb}`
  | `role.${RoleKey}`
  | `stats.waiting.${WaitingKey}`
  | DictPhraseKey
