const marker = 'tabindex-js-module'

/**
 * Takes out of the generator's script the part that makes wide code reachable by keys: every block is reachable from the start,
 * and that part gives code a landmark without a name when the window gets narrower (WAI-ARIA 1.2, section 5.3.4).
 *
 * @throws Error when the script has no such part any more
 */
export function dropFocusScript(script: string): string {
  const parts = script.split('\n')
  const left = parts.filter((part) => !part.includes(marker))
  if (left.length !== parts.length - 1)
    throw new Error(
      `Expected one line with "${marker}" in the generator's script, found ${parts.length - left.length}. See whether it still gives code a landmark, and mend dropFocusScript.`,
    )
  return left.join('\n')
}
