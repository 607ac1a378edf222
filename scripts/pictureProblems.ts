/** What may stand in a picture: shapes, paints, masks and the filters that drawing programs write. */
const elements = new Set(
  (
    'svg g path rect circle ellipse line polyline polygon defs use clipPath mask pattern symbol title linearGradient ' +
    'radialGradient stop filter feBlend feColorMatrix feComposite feFlood feGaussianBlur feOffset'
  ).split(' '),
)

/**
 * What makes an SVG more than a drawing. Pictures are shown through `<img>`, where nothing of this would run or load; they
 * are held to it all the same, because somebody will inline one.
 *
 * @returns One sentence for each fault, none for a drawing.
 */
export function pictureProblems(svg: string): readonly string[] {
  const problems: string[] = []
  if (!/^<svg[\s>]/.test(svg)) problems.push('does not start with <svg>')
  if (/<!|<\?|\]\]>/.test(svg)) problems.push('holds a declaration, an entity, a comment or character data')
  for (const [, name = ''] of svg.matchAll(/<\/?\s*([^\s/>]*)/g)) {
    if (!elements.has(name)) problems.push(`holds the element <${name}>`)
  }
  for (const [, name = '', value = ''] of svg.matchAll(/\s([^\s=<>"'/]+)\s*=\s*(?:"([^"]*)"|'[^']*')/g)) {
    if (/^on/i.test(name)) problems.push(`holds the handler ${name}`)
    if (/^style$|^src$|^xml:base$/i.test(name)) problems.push(`holds the attribute ${name}`)
    if (/href$/i.test(name) && !value.startsWith('#')) problems.push(`leads to ${value.slice(0, 40)}`)
    if (/url\(\s*['"]?(?!#)/i.test(value)) problems.push(`loads ${value.slice(0, 40)}`)
    if (/^\s*(?:javascript|data|https?):/i.test(value) && !name.startsWith('xmlns')) {
      problems.push(`holds the address ${value.slice(0, 40)}`)
    }
  }
  return problems
}
