const mark = /^<!-- table: (\S+) > (.+) -->$/gm

/**
 * Puts the first table under a heading of another document where a page asks for it, so that a figure is written once.
 *
 * @param read the text of a file, by its path from the repository's root
 */
export function includeTables(text: string, read: (path: string) => string): string {
  return text.replaceAll(mark, (_, path: string, heading: string) => tableUnder(read(path), heading, path))
}

function tableUnder(document: string, heading: string, path: string): string {
  const lines = document.split('\n')
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading)
  if (start < 0) throw new Error(`${path} has no heading "${heading}".`)
  const end = lines.findIndex((line, at) => at > start && /^#/.test(line))
  const part = lines.slice(start, end < 0 ? undefined : end)
  const first = part.findIndex((line) => line.startsWith('|'))
  if (first < 0) throw new Error(`${path} has no table under "${heading}".`)
  const length = part.slice(first).findIndex((line) => !line.startsWith('|'))
  return part.slice(first, length < 0 ? undefined : first + length).join('\n')
}
