import { describe, expect, it } from 'vitest'
import { deferSections } from './deferSections.js'

const heading = (level: number, text: string) =>
  `<div class="sl-heading-wrapper level-h${level}"><h${level}>${text}</h${level}></div>`
const page = (content: string) =>
  `<main><div class="sl-markdown-content"> <p>words</p>${content} </div> <footer class="sl-flex">next</footer></main>`
const entries = heading(3, 'A_CODE').repeat(200)

describe('deferSections', () => {
  it('puts six entries of a long page into a section with their height, and nothing else', () => {
    const html = deferSections(page(`${heading(2, 'A')}${entries}${heading(2, 'B')}${entries}<p>last</p>`))
    const sections = html.match(/<section class="deferred" style="contain-intrinsic-size:auto 72rem">/g)
    expect(sections).toHaveLength(67)
    expect(html.match(/<h[23]>/g)).toHaveLength(402)
    expect(html).toContain('<p>words</p><section')
    expect(html).toContain('<p>last</p></section> </div> <footer class="sl-flex">next</footer></main>')
  })

  it('leaves a page with few headings as it is', () => {
    const short = page(`${heading(2, 'A')}${heading(3, 'A_CODE')}`)
    expect(deferSections(short)).toBe(short)
  })

  it('refuses a part that begins within something else', () => {
    const nested = page(`<div>${heading(2, 'A')}${entries}</div>${heading(2, 'B')}${entries}`)
    expect(() => deferSections(nested)).toThrow(/begins or ends within something else/)
  })

  it('refuses a long page without an end', () => {
    expect(() => deferSections(`${heading(2, 'A')}${entries.repeat(2)}`)).toThrow(/no end of them/)
  })
})
