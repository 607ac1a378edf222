import { describe, expect, it } from 'vitest'
import { fileOfPage, markdownOfPage, pageFrom } from './writtenPage.js'

const document = '# `send` it\n\n![Picture](a.webp)\n\nSends [what](b.md) you `hold`.\n\n## Fees\n\nNone.\n'

describe('a page that is made of a document', () => {
  it('has the first heading as its title and the first paragraph as its description', () => {
    const { title, description, body } = pageFrom('jobs/send', document)
    expect({ title, description }).toEqual({ title: 'send it', description: 'Sends what you hold.' })
    expect(body).toMatch(/^!\[Picture\]/)
  })

  it('ends a long description with a sentence', () => {
    const long = `# A\n\n${'A sentence of some length. '.repeat(12)}\n`
    const { description } = pageFrom('a', long)
    expect(description.length).toBeLessThanOrEqual(200)
    expect(description).toMatch(/length\.$/)
  })

  it('is given to the generator with a link to its Markdown', () => {
    const file = fileOfPage(pageFrom('jobs/send', document))
    expect(file).toContain('title: "send it"')
    expect(file).toContain('"href":"/jobs/send.md"')
  })

  it('is served as Markdown with its title', () => {
    expect(markdownOfPage(pageFrom('a', document))).toMatch(/^# send it\n\n!\[Picture\]/)
  })
})
