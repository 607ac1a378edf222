/** Where a page says what to do until the packages are published. */
const untilThen = '[what to do until then](/start/#before-the-packages-are-published)'

/** Stands where a reader would take a command for one that works today. */
export const unpublishedNote = `The packages aren't on the public npm registry yet: ${untilThen}.`

const command = /\b(?:npm install\b.*@latchkey\/|npx (?:@latchkey\/|latchkey-)|npm create latchkey)/

/**
 * Adds to a page that names a command with our packages, and doesn't speak of the npm registry itself, that they aren't published yet:
 * after the first block or paragraph with such a command.
 */
export function noteUnpublished(text: string): string {
  if (/\bnpm registry\b/.test(text)) return text
  const parts = text.split(/(^```[\s\S]*?^```$|\n{2,})/m)
  const at = parts.findIndex((part) => command.test(part))
  if (at < 0) return text
  return [...parts.slice(0, at + 1), `\n\n${unpublishedNote}`, ...parts.slice(at + 1)].join('')
}
