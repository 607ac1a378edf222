import { describe, expect, it } from 'vitest'
import type { CodeUse } from './findCodes.js'
import { errorsPage } from './writeErrors.js'

const use = (code: string, more: Partial<CodeUse> = {}): CodeUse => ({
  code,
  hints: [],
  path: 'kernel/src/a.ts',
  line: 3,
  ...more,
})
const pageOf = (uses: Readonly<Record<string, readonly CodeUse[]>>) =>
  errorsPage({
    uses: new Map(Object.entries(uses)),
    nameOf: (folder) => `@latchkey/${folder.replace('plugins/', 'plugin-')}`,
    repository: 'https://example.com/r',
  })

describe('errorsPage', () => {
  it('has one entry for a code, with every sentence and every package that uses it', () => {
    const { body } = pageOf({
      kernel: [
        use('B_GONE', { sentence: 'It *went* <away>.', hints: ['Try again.'], when: 'Nobody is there.' }),
      ],
      'plugins/send': [
        use('B_GONE', { sentence: 'It left.', path: 'plugins/send/src/b.ts' }),
        use('A_BAD', { when: 'It is bad.' }),
      ],
    })
    expect(body.match(/^### .+$/gm)).toEqual(['### A_BAD', '### B_GONE'])
    expect(body.match(/^## .+$/gm)).toEqual(['## A', '## B'])
    expect(body).toContain('> It \\*went\\* \\<away\\>.\n\n> It left.\n\n- Try again.\n\nNobody is there.')
    expect(body).toContain(
      '[@latchkey/kernel](/packages/kernel/), [@latchkey/plugin-send](/packages/send/): ',
    )
    expect(body).toContain('[a.ts](https://example.com/r/blob/main/kernel/src/a.ts#L3)')
  })

  it('leads to the heading that the error names', () => {
    const { body } = pageOf({
      kernel: [use('A', { sentence: 'A.', docsPath: '@latchkey/kernel/README.md#session' })],
    })
    expect(body).toContain('More: [session of @latchkey/kernel](/packages/kernel/#session)')
  })

  it('refuses an error that names a document of no package', () => {
    expect(() =>
      pageOf({ kernel: [use('A', { sentence: 'A.', docsPath: '@latchkey/gone/README.md#a' })] }),
    ).toThrow('An error names @latchkey/gone/README.md#a, and no package has that document.')
  })

  it('refuses a code that nothing explains', () => {
    expect(() =>
      pageOf({ kernel: [use('A', { hints: ['Node: …'] }), use('B', { when: 'It is B.' })] }),
    ).toThrow('Nothing says what these codes mean: A.')
  })
})
