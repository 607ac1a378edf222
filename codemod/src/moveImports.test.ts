import { describe, expect, it } from 'vitest'
import { moveImports } from './moveImports.js'
import { moveImportsInMarkdown } from './moveImportsInMarkdown.js'

describe('moveImports', () => {
  it.each([
    [
      'values and types of one declaration',
      "import { definePlugin, Session, type Connection, type SendRequest as Asked } from '@latchkey/kernel/plugin'",
      [
        "import { definePlugin, type Connection } from '@latchkey/kernel/plugin'",
        "import { Session } from '@latchkey/kernel/wallet'",
        "import { type SendRequest as Asked } from '@latchkey/kernel/contracts'",
      ],
    ],
    [
      'a declaration of types',
      "import type { HistoryPage } from '@latchkey/kernel/plugin'",
      ["import type { HistoryPage } from '@latchkey/kernel/contracts'"],
    ],
    [
      'into the declaration that is there',
      "import { readField } from '@latchkey/kernel/chain'\nimport { RpcError } from '@latchkey/kernel/plugin'",
      ["import { readField, RpcError } from '@latchkey/kernel/chain'"],
    ],
    [
      'what is passed on',
      "export { Session } from '@latchkey/kernel/plugin'\nexport type { Connection } from '@latchkey/kernel/plugin'",
      [
        "export { Session } from '@latchkey/kernel/wallet'",
        "export type { Connection } from '@latchkey/kernel/plugin'",
      ],
    ],
    [
      'a type by its import',
      "type Given = import('@latchkey/kernel/plugin').SessionState",
      ["type Given = import('@latchkey/kernel/wallet').SessionState"],
    ],
    [
      'what is imported late',
      "export {}\nconst { Session, Networks } = await import('@latchkey/kernel/plugin')\n;(await import('@latchkey/kernel/plugin')).Calls",
      [
        'export {}',
        "const { Session, Networks } = await import('@latchkey/kernel/wallet')",
        ";(await import('@latchkey/kernel/contracts')).Calls",
      ],
    ],
    [
      'quotes and semicolons as they are',
      'import { Session } from "@latchkey/kernel/plugin";',
      ['import { Session } from "@latchkey/kernel/wallet";'],
    ],
  ])('moves %s', (_, before, after) => {
    const moved = moveImports(before)
    expect(moved).toEqual({ text: after.join('\n'), left: [] })
    expect(moveImports(moved.text)).toEqual(moved)
  })

  it.each([
    ['another package', "import { Session } from 'somewhere/plugin'"],
    ['a name that stayed', "import { definePlugin } from '@latchkey/kernel/plugin'"],
    ['a text that mentions the entry', "const entry = '@latchkey/kernel/plugin'"],
    ['an entry that lost no name', "import * as chain from '@latchkey/kernel/chain'"],
    ['a comment', "// import { Session } from '@latchkey/kernel/plugin'"],
  ])('leaves %s as it is', (_, text) => {
    expect(moveImports(text)).toEqual({ text, left: [] })
  })

  it('names what it can’t move, with the line and what to do', () => {
    const { text, left } = moveImports(
      [
        "import * as kernel from '@latchkey/kernel/plugin'",
        "export * from '@latchkey/kernel/plugin'",
        "import { emailThrottled, Session } from '@latchkey/kernel/plugin'",
        "const { Session: Again, Calls } = await import('@latchkey/kernel/plugin')",
      ].join('\n'),
    )
    expect(text).toContain("import { Session } from '@latchkey/kernel/wallet'")
    expect(text).toContain("import { emailThrottled } from '@latchkey/kernel/plugin'")
    expect(left.map(({ line }) => line)).toEqual([1, 2, 3, 5])
    expect(left.map(({ sentence }) => sentence)).toEqual([
      expect.stringMatching(/^`import \* as` takes the whole entry/),
      expect.stringMatching(/^`export \*` takes the whole entry/),
      expect.stringMatching(/^The kernel exports no "emailThrottled" any more\. It belongs to/),
      expect.stringMatching(/^`import\(\)` takes the whole entry/),
    ])
  })
})

describe('moveImportsInMarkdown', () => {
  it('moves blocks of code and leaves the prose', () => {
    const page = (entry: string) =>
      [
        "`import { Session } from '@latchkey/kernel/plugin'` was right.",
        '- a list',
        '',
        '  ```ts',
        `  import { Session } from '@latchkey/kernel/${entry}'`,
        '  ```',
        '',
        '```sh',
        "import { Session } from '@latchkey/kernel/plugin'",
        '```',
        '',
      ].join('\n')
    expect(moveImportsInMarkdown(page('plugin'))).toEqual({ text: page('wallet'), left: [] })
  })

  it('counts lines from the top of the page', () => {
    const page = "# Title\n\n```ts\nimport * as kernel from '@latchkey/kernel/plugin'\n```\n"
    expect(moveImportsInMarkdown(page).left.map(({ line }) => line)).toEqual([4])
  })
})
