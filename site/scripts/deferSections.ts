/** A page with fewer headings is worked out in one go. */
const many = 300

/** Headings in one section: few of them stand in the first window. */
const together = 6

const heading = '<div class="sl-heading-wrapper level-h[23]">'
const contentEnd = ' </div> <footer'

/**
 * Gives a few entries of a very long page each a section that the browser works out once it comes near the window: the list of errors, which
 * otherwise takes twice a bare page's time to its first paint. Anchors and search within the page reach every entry all the same.
 */
export function deferSections(html: string): string {
  if (html.split('sl-heading-wrapper').length <= many) return html
  const [before = '', ...parts] = html.split(new RegExp(`(?=${heading})`))
  const last = parts.pop()
  const end = last?.indexOf(contentEnd) ?? -1
  if (last === undefined || end === -1)
    throw new Error('A long page has no parts, or no end of them. Look at what the generator writes.')
  const entries = [...parts, last.slice(0, end)]
  const sections = Array.from({ length: Math.ceil(entries.length / together) }, (_, at) =>
    section(entries.slice(at * together, (at + 1) * together)),
  )
  return `${before}${sections.join('')}${last.slice(end)}`
}

/** Rem that an entry takes on average, so that the bar beside the page is about right from the beginning. */
const entryHeight = 12

function section(entries: readonly string[]): string {
  const part = entries.join('')
  if (part.split('<div').length !== part.split('</div>').length)
    throw new Error('A part of a long page begins or ends within something else. Move its heading out of it.')
  return `<section class="deferred" style="contain-intrinsic-size:auto ${entries.length * entryHeight}rem">${part}</section>`
}
