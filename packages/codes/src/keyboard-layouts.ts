/** Keyboard layouts of the computer that a scanner set to the US layout types into. */
export type KeyboardLayout = 'azerty' | 'qwertz'

/** What a layout makes of the keys of a US keyboard, position by position, without and with shift. */
const usKeys = `1234567890-=qwertyuiop[]asdfghjkl;'zxcvbnm,./`
const usShifted = `!@#$%^&*()_+QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?`
const layouts: Readonly<Record<KeyboardLayout, { signs: RegExp; keys: string; shifted: string }>> = {
  // The digits of a French keyboard need shift, so that a code comes without any, and a colon comes as M.
  azerty: {
    signs: /[\u00e0\u00e9\u00e8\u00e7\u00f9&"'(_]/,
    keys: `&\u00e9"'(-\u00e8_\u00e7\u00e0)=azertyuiop^$qsdfghjklm\u00f9wxcvbn,;:!`,
    shifted: `1234567890\u00b0+AZERTYUIOP\u00a8\u00a3QSDFGHJKLM%WXCVBN?./\u00a7`,
  },
  qwertz: {
    // `://`; a code alone differs by Y and Z only, which nothing shows.
    signs: /[\u00d6\u00f6]--/,
    keys: `1234567890\u00df\u00b4qwertzuiop\u00fc+asdfghjkl\u00f6\u00e4yxcvbnm,.-`,
    shifted: `!"\u00a7$%&/()=?\`QWERTZUIOP\u00dc*ASDFGHJKL\u00d6\u00c4YXCVBNM;:_`,
  },
}

const tables = Object.entries(layouts).map(([name, { signs, keys, shifted }]) => {
  const meant = new Map<string, string>()
  for (const [typed, us] of [
    [shifted, usShifted],
    [keys, usKeys],
  ] as const)
    for (const [n, character] of [...typed].entries()) meant.set(character, us[n]!)
  return { layout: name as KeyboardLayout, signs, meant }
})

/**
 * What a scanner meant whose keystrokes a computer took for another layout; undefined when nothing shows that. French: no
 * digits without shift, so that digits come as `&\u00e9"'(-\u00e8_\u00e7\u00e0` and A, Q, W, Z, M change places.
 */
export function retypeAsUs(text: string): { layout: KeyboardLayout; text: string } | undefined {
  const typed = text.normalize('NFC')
  const table = tables.find(({ layout, signs }) => signs.test(typed) && !(layout === 'azerty' && /[0-9]/.test(typed)))
  if (!table) return undefined
  return { layout: table.layout, text: [...typed].map(character => table.meant.get(character) ?? character).join('') }
}
