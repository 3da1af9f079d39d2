/** Whether a text has the form of a code of this platform. */
export const isMessagingCode = (code: string): boolean => /^[0-9A-Z]{20}$/.test(code)

/** A code in groups of five, as it is printed and compared; copying it gives the canonical spelling. */
export const CodeGroups = ({ code }: { code: string }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one code never move, and may be equal.
  code.match(/.{1,5}/g)?.map((group, i) => <span key={i}>{group}</span>)
