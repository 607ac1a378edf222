import { describe, expect, it } from 'vitest'
import { includeTables } from './includeTables.js'

const document = '# A\n\n## Sizes\n\nWords.\n\n| a |\n| - |\n| 1 |\n\n| b |\n| - |\n\n## None\n\nWords.\n'
const included = (text: string) => includeTables(text, () => document)

describe('includeTables', () => {
  it('takes the first table under a heading', () => {
    expect(included('Before\n\n<!-- table: a.md > Sizes -->\n\nAfter')).toBe(
      'Before\n\n| a |\n| - |\n| 1 |\n\nAfter',
    )
  })

  it('refuses a heading or a table that is not there', () => {
    expect(() => included('<!-- table: a.md > Gone -->')).toThrow('a.md has no heading "Gone".')
    expect(() => included('<!-- table: a.md > None -->')).toThrow('a.md has no table under "None".')
  })
})
