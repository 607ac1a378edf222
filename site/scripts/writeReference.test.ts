import { describe, expect, it } from 'vitest'
import type { Exported } from './readExports.js'
import { referencePage } from './writeReference.js'

const exported = (name: string, kind: Exported['kind'], documentation = ''): Exported => ({
  name,
  kind,
  documentation,
  declaration: `declare ${name}`,
  path: 'plugins/send/src/a.ts',
  line: 7,
})

describe('referencePage', () => {
  const entries = [
    {
      name: '@latchkey/a',
      exports: [
        exported('zebra', 'function', 'Makes `a<b>` of {@link Thing}<c>.'),
        exported('Apple', 'type'),
      ],
    },
    { name: '@latchkey/a/react', exports: [exported('useA', 'hook'), exported('zebra', 'function')] },
  ]
  const { body, description } = referencePage({
    folder: 'plugins/send',
    name: '@latchkey/a',
    entries,
    codes: ['A_BAD', 'B_GONE'],
    hosts:
      '# Hosts\n\n| Listed | Contacted |\n| - | - |\n| `zebra({ url })` | the service |\n| `other()` | nobody |\n',
    repository: 'https://example.com/r',
  })

  it('has each entry with its exports by kind, each with its declaration and its source', () => {
    expect(body.match(/^(?:#|\*\*).+$/gm)).toEqual([
      '## @latchkey/a',
      '**Functions**',
      '### zebra',
      '**Types**',
      '### Apple',
      '## @latchkey/a/react',
      '**Hooks**',
      '### useA',
      '**Functions**',
      '### zebra',
      '## Codes of errors and notices',
      '## Hosts that it contacts',
    ])
    expect(body).toContain(
      '```ts declaration\ndeclare Apple\n```\n\n[Source](https://example.com/r/blob/main/plugins/send/src/a.ts#L7)',
    )
    expect(description).toContain('4 names')
  })

  it('keeps signs of types as text, and describes what two entries export once', () => {
    expect(body).toContain('Makes `a<b>` of `Thing`\\<c\\>.')
    expect(body.match(/declare zebra/g)).toHaveLength(1)
    expect(body).toContain('As above.')
  })

  it('leads to the entries of its codes, and has the hosts of what it exports', () => {
    expect(body).toContain('[`A_BAD`](/reference/errors/#a_bad) · [`B_GONE`](/reference/errors/#b_gone)')
    expect(body).toContain('| Listed | Contacted |\n| - | - |\n| `zebra({ url })` | the service |\n\nFrom')
    expect(body).not.toContain('other()')
  })
})
