import { describe, expect, it } from 'vitest'
import { unknownWord } from './takeWords.js'

const known = { words: ['npm-vite', 'npm-next'], options: ['--all'] }

describe('the words of a script', () => {
  it.each([[[]], [['npm-next']], [['--all', 'npm-vite', 'npm-next']]])('takes %j', (given) => {
    expect(unknownWord(given, known)).toBeUndefined()
  })

  it.each([
    [['npm-nuxt'], 'npm-nuxt'],
    [['--al'], '--al'],
    [['npm-vite', ''], ''],
  ])('refuses %j and says which there are', (given, unknown) => {
    expect(unknownWord(given, known)).toBe(
      `The script doesn't know "${unknown}". Choose among: npm-vite, npm-next, --all.`,
    )
  })

  it('says of a script that takes none that it takes none', () => {
    expect(unknownWord(['now'], {})).toBe('The script doesn\'t know "now". It takes none.')
  })
})
