export function packagesWithoutScripts(root: string): string[]
export function explainMissingScripts(missing: readonly string[]): string
