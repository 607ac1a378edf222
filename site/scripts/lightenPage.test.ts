import { describe, expect, it } from 'vitest'
import { lightenPage } from './lightenPage.js'

const styles = `
  :root{--ec-codeFg:#e1e4e8;--used:1px;--unused:2px}
  :root[data-theme=light]{--ec-codeFg:#24292e}
  .shown{margin:var(--used)}
  .absent{color:red}
  .text :not(b):not(:where(.not-content *)){color:blue}
  details[open]{color:green}
`
const page = (body: string) =>
  `<html><head><title>absent</title><link rel="stylesheet" href="/a.css"></head><body>${body}</body></html>`
const light = (body: string) => lightenPage(page(body), () => styles)

describe('lightenPage', () => {
  it('puts the rules that a page uses into it, and loads its style sheets later', async () => {
    const html = await light('<div class="text"><p class="shown">absent</p><details></details></div>')
    expect(html).toContain('.shown{')
    expect(html).toContain('details[open]{')
    expect(html).not.toContain('.absent{')
    expect(html).not.toContain('--unused')
    expect(html).not.toContain('rel="stylesheet"')
    expect(html).toContain('<link rel="later" href="/a.css">')
  })

  it('keeps rules for text that leave out what the page has none of', async () => {
    expect(await light('<div class="text"><p>words</p></div>')).toContain('.not-content')
  })

  it('asks for modules at once, runs them once the page was drawn, and leaves other scripts alone', async () => {
    const html = await lightenPage(
      page('<script type="module" src="/b.js"></script><script>two()</script>').replace(
        '<title>',
        '<script>theme()</script><title>',
      ),
      () => styles,
    )
    expect(html).toContain('<script>theme()</script>')
    expect(html).toContain('<link rel="modulepreload" href="/b.js">')
    expect(html).toContain('<script type="later" src="/b.js"></script><script>two()</script>')
    expect(html).toContain('later.replaceWith(own);\n  }\n}))</script></body>')
  })

  it('gives words of code a class for their colours, and none to those in the colour of all code', async () => {
    const html = await light(
      '<span style="--0:#E1E4E8;--1:#24292E">a &lt; </span><span style="--0:#F97583;--1:#BF3441">b</span>',
    )
    expect(html).toContain('<body>a &lt; <span class="kf97583bf3441">b</span></body>')
    expect(html).toContain('[data-theme=light] .kf97583bf3441{color:#BF3441}')
  })

  it('takes the drawing beside each heading out', async () => {
    const html = await light(
      '<a href="#a"><span aria-hidden="true" class="sl-anchor-icon"><svg><path d="m1 2"></path></svg></span>A</a><svg><path d="m3"></path></svg>',
    )
    expect(html).toContain(
      '<span aria-hidden="true" class="sl-anchor-icon"></span>A</a><svg><path d="m3"></path></svg>',
    )
  })

  it('leaves a page without style sheets as it is', async () => {
    expect(await lightenPage('<p>words</p>', () => styles)).toBe('<p>words</p>')
  })
})
