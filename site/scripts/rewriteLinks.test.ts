import { describe, expect, it } from 'vitest'
import { rewriteLinks } from './rewriteLinks.js'

const repository = 'https://github.com/latchkey/latchkey'
const pages = new Map([
  ['plugins/send/README.md', '/packages/send/'],
  ['docs/hosts.md', '/hosts/'],
])
const paths = ['plugins/send', 'plugins/send/README.md', 'docs/hosts.md', 'plugins/send/src/send.ts']
const rewritten = (text: string, source = 'docs/hosts.md') =>
  rewriteLinks(text, source, {
    pageOf: (path) => pages.get(path),
    hasPath: (path) => paths.includes(path),
    repository,
  })

describe('rewriteLinks', () => {
  it.each([
    ['[Send](../plugins/send/README.md#fees)', '[Send](/packages/send/#fees)'],
    ['[Send](../plugins/send)', '[Send](/packages/send/)'],
    ['[Hosts](https://github.com/latchkey/latchkey/blob/main/docs/hosts.md)', '[Hosts](/hosts/)'],
    ['[`send`](../plugins/send/)', '[`send`](/packages/send/)'],
    ['<img src="images/list-light.webp" />', '<img src="/images/list-light.webp" />'],
    [
      '[code](../plugins/send/src/send.ts)',
      '[code](https://github.com/latchkey/latchkey/blob/main/plugins/send/src/send.ts)',
    ],
  ])('makes %s lead to %s', (text, expected) => expect(rewritten(text)).toBe(expected))

  it.each([
    '[here](#fees)',
    '[there](https://example.com/a)',
    '`[a](gone.md)`',
    '```md\n[a](gone.md)\n```',
    '[page](/jobs/send/)',
  ])('leaves %s as it is', (text) => expect(rewritten(text)).toBe(text))

  it('refuses a link to nothing', () => {
    expect(() => rewritten('[a](gone.md)')).toThrowErrorMatchingInlineSnapshot(
      `[Error: docs/hosts.md links to gone.md, and the repository has no docs/gone.md.]`,
    )
  })
})
