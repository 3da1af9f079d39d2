/** Begin what the script never shows: pages without an item, and words for readers without scripts. */
const serverOnly =
  /^trace\.(unknown|several|unavailable|busy|welcome|noscript|title\.welcome|place)(\.|$)|^trace\..*\.(noscript|raw)$/

/** Words that the page draws with beside its own; names of fields and of what was chosen come from the sealed entries. */
const sharedTexts =
  /^(unit\.|compass\.[nsew]$|language\.|shownIn\.|app\.|stage\.group\.|stage\.[^.]+$|common\.(yes|no)$)/

/**
 * The texts that come with the script, in one language. They are part of the build, so that a page that was changed on its
 * way cannot put words into the script's mouth.
 */
export function selectScriptTexts(all: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(all).filter(([key]) => (key.startsWith('trace.') ? !serverOnly.test(key) : sharedTexts.test(key))),
  )
}
