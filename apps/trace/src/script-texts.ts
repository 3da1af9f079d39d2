/** Keys that the script never shows: pages without an item, and texts for readers without scripts. */
const serverOnly =
  /^trace\.(unknown|several|unavailable|busy|welcome|noscript|title\.welcome|place)(\.|$)|^trace\..*\.(noscript|raw)$/

/** Keys that only goods need about which several companies reported. */
const companyTexts = /^trace\.(company|custody|deed)\./

/** Keys outside of `trace.` that the page uses; names of fields and of chosen options come from the sealed entries. */
const sharedTexts =
  /^(unit\.|compass\.[nsew]$|language\.|shownIn\.|app\.|stage\.group\.|stage\.[^.]+$|common\.(yes|no)$)/

/**
 * Selects the texts that come with the script, in one language. They are part of the build, so that a page that was changed in
 * transit cannot change what the script says.
 */
export function selectScriptTexts(all: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(all).filter(([key]) =>
      key.startsWith('trace.') ? !serverOnly.test(key) && !companyTexts.test(key) : sharedTexts.test(key),
    ),
  )
}

/** Selects the texts that come with the part of the script for several companies. */
export const selectCompanyTexts = (all: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(all).filter(([key]) => companyTexts.test(key)))
