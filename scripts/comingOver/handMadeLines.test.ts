import { describe, expect, it } from 'vitest'
import { applyHandMade, handMadeLines } from './handMadeLines.js'

const page = `# Coming over

\`\`\`diff
--- src/a.ts
 const a = 1
-const b = 2
+const b = 3
@@
+const d = 4
 const e = 5
\`\`\`
`

describe('the lines that a page has a person change', () => {
  it('are read place by place', () => {
    expect(handMadeLines(page)).toEqual([
      { path: 'src/a.ts', before: 'const a = 1\nconst b = 2', after: 'const a = 1\nconst b = 3' },
      { path: 'src/a.ts', before: 'const e = 5', after: 'const d = 4\nconst e = 5' },
    ])
  })

  it('are changed where they stand once', () => {
    const [first] = handMadeLines(page)
    expect(first && applyHandMade('const a = 1\nconst b = 2\n', first)).toBe('const a = 1\nconst b = 3\n')
    expect(() => first && applyHandMade('const a = 1\n', first)).toThrow('stand there 0 times, not once')
  })
})
