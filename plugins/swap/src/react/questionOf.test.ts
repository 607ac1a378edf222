import { expect, it } from 'vitest'
import { questionOf } from './questionOf.js'

const notice = (code: string, askedAt?: number) => ({
  ...{ code, severity: 'warning' as const, message: 'Words.' },
  ...(askedAt === undefined ? {} : { parameters: { askedAt } }),
})

it('is another question with each earlier swap, and the same where a price is all that is agreed to', () => {
  const price = questionOf({ notices: [notice('MINIMUM_UNCHECKED')] })
  expect(questionOf({ notices: [] })).toBe(price)
  const first = questionOf({ notices: [notice('SWAP_MAY_REPEAT', 1)] })
  expect(first).not.toBe(price)
  expect(questionOf({ notices: [notice('SWAP_MAY_REPEAT', 2)] })).not.toBe(first)
})
