import { groups } from '../format.ts'

/** Has it the form of a code of ours? */
export const isOurForm = (code: string): boolean => /^[0-9A-Z]{20}$/.test(code)

/** A code in groups of five, as labels show it, for it is compared with one. */
export const CodeGroups = ({ code }: { code: string }) => (
  <>
    {groups(code).map((group, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one code never move, and may be equal.
      <span key={i}>{group}</span>
    ))}
  </>
)
