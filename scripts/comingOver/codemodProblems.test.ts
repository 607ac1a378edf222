import { describe, expect, it } from 'vitest'
import { codemodProblems } from './codemodProblems.js'
import { pairs } from './Pair.js'

describe('an app that came over', () => {
  it.each(pairs.map((pair) => [pair.name, pair] as const))(
    'from %s is what the codemod and the lines of its page make of it',
    (_, pair) => expect(codemodProblems(pair)).toEqual([]),
  )
})
