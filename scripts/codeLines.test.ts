import { expect, it } from 'vitest'
import { countCodeLines } from './codeLines.js'

it.each([
  ['', 0],
  ['const a = 1', 1],
  ['const a = 1\n\n  \nconst b = 2\n', 2],
  ['// one\nconst a = 1 // beside\n  // two', 1],
  ['/** One. */\nconst a = 1\n/*\n * Two\n\n * three\n */\nconst b = 2', 2],
  ["const a = '// text'\nconst b = '/* c */'", 2],
])('%j has %i', (text, lines) => expect(countCodeLines(text)).toBe(lines))
