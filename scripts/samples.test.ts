import { describe, expect, it } from 'vitest'
import { samplesOf } from './samples.js'

describe('samplesOf', () => {
  it('keeps every sample on the lines of its document', () => {
    const [first, second, ...rest] = samplesOf('# A\n\n```ts\none()\n```\n\nWords.\n\n```tsx\n<two />\n```\n')
    expect(first).toEqual({ line: 3, module: '\n\n\none()\nexport {}\n' })
    expect(second?.module.split('\n')[9]).toBe('<two />')
    expect(rest).toEqual([])
  })

  it('passes over other languages', () => {
    expect(samplesOf('```sh\nnpm test\n```\n\n```css\n.a {}\n```\n')).toEqual([])
  })

  it('refuses a sample without an end', () => {
    expect(() => samplesOf('```ts\none()\n')).toThrowErrorMatchingInlineSnapshot(
      `[Error: The sample that opens on line 1 does not end.]`,
    )
  })
})
