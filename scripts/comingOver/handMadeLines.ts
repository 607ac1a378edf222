/** Lines of one file that a page has a person change: what stands there, and what is to stand there. */
export interface HandMade {
  readonly path: string
  readonly before: string
  readonly after: string
}

/**
 * The changes that a page shows as blocks of `diff`. The first line of a block is `--- path`; `@@` begins another place of the same
 * file.
 */
export function handMadeLines(page: string): readonly HandMade[] {
  return Array.from(page.matchAll(/^```diff\n--- (\S+)\n([\s\S]*?)^```$/gm)).flatMap(
    ([, path = '', body = '']) =>
      body.split(/^@@\n/m).map((place) => {
        const lines = place.replace(/\n$/, '').split('\n')
        const side = (leaves: string) =>
          lines
            .filter((line) => !line.startsWith(leaves))
            .map((line) => line.slice(1))
            .join('\n')
        return { path, before: side('+'), after: side('-') }
      }),
  )
}

/** Changes the lines of one place. Throws when they stand there not once. */
export function applyHandMade(text: string, { path, before, after }: HandMade): string {
  const count = text.split(before).length - 1
  if (count !== 1)
    throw new Error(`The page changes lines of ${path} that stand there ${count} times, not once:\n${before}`)
  return after === '' ? text.replace(`${before}\n`, '') : text.replace(before, () => after)
}
