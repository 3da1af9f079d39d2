import type { DeclaredEntity, ErrorKey, StageKey } from '@timbermark/contract'

type Dots<S extends string> = S extends `${infer A}/${infer B}` ? `${A}.${B}` : S
type EntityPrefix<E> = E extends { area: infer A extends string; name: infer N extends string }
  ? `${A}.${Dots<N>}`
  : never

type FieldKeys<E> = E extends { fields: infer F }
  ? {
      [K in keyof F & string]:
        | `${EntityPrefix<E>}.${K}`
        | (F[K] extends { kind: 'choice'; options: readonly (infer O extends string)[] }
            ? `${EntityPrefix<E>}.${K}.${O}`
            : never)
    }[keyof F & string]
  : never

/** What the contract demands of every language: a text per error, entity, field, fixed choice and stage. */
export type RequiredKey =
  | `error.${ErrorKey}`
  | (DeclaredEntity extends infer E ? (E extends unknown ? EntityPrefix<E> | FieldKeys<E> : never) : never)
  | `stage.${StageKey}`
  | `stage.${StageKey}.hint`
