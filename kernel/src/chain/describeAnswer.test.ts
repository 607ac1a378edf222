import { expect, it } from 'vitest'
import { describeAnswer } from './describeAnswer.js'

const revoked = Proxy.revocable([], {})
revoked.revoke()

it.each([
  ['a text', 'abc', '"abc"'],
  ['a long text', 'x'.repeat(100), `"${'x'.repeat(60)}"`],
  ['nothing', null, 'null'],
  ['no answer', undefined, 'undefined'],
  ['a number', 1, 'number'],
  ['a list', [1, 2], 'a list of 2'],
  ['what may hold a secret', { seed: 'words' }, 'object'],
  ['what cannot be looked at', revoked.proxy, 'object'],
])('describes %s', (_, value, expected) => {
  expect(describeAnswer(value)).toBe(expected)
})
