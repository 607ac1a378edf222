import { expect, it } from 'vitest'
import { UserRejectedError } from '../../errors/userRejected.js'
import { capability, findCapability } from '../../keys/capability.js'
import { CallsPartlySentError } from '../CallsPartlySentError.js'
import { Calls, type CallsCapability, callsKey } from './calls.js'

it('finds one capability by the general key and by the namespace’s own', () => {
  const Own = callsKey<{ readonly coin: bigint }>('example')
  const unused = () => Promise.reject(new Error('Not asked for.'))
  const value: CallsCapability<{ readonly coin: bigint }> = { support: unused, prepare: unused }
  const list = [capability(Own, value)]
  expect(findCapability(list, Calls)).toBeDefined()
  expect(findCapability(list, Calls)).toBe(list[0]?.value)
  expect(findCapability(list, callsKey('example'))).toBe(list[0]?.value)
  expect(Own).toMatchObject({ id: 'latchkey.capability.calls/1', namespace: 'example' })
})

it('says what was done before a step was declined', () => {
  const cause = new UserRejectedError()
  const one = new CallsPartlySentError({ transactions: ['a'], steps: 3, cause })
  const two = new CallsPartlySentError({ transactions: ['a', 'b'], steps: 3, cause: new Error('no answer') })
  expect(
    [one, two].map(({ code, shortMessage, metaMessages }) => [code, shortMessage, metaMessages]),
  ).toMatchInlineSnapshot(`
    [
      [
        "CALLS_PARTLY_SENT",
        "Only 1 of 3 transactions was sent. What was sent can’t be undone; try again to send the rest.",
        [
          "Sent: a",
          "The next one: The request was declined in the wallet.",
        ],
      ],
      [
        "CALLS_PARTLY_SENT",
        "Only 2 of 3 transactions were sent. What was sent can’t be undone; check your wallet before you try again.",
        [
          "Sent: a, b",
          "The next one: no answer",
        ],
      ],
    ]
  `)
  expect(two).toMatchObject({ transactions: ['a', 'b'], steps: 3 })
  expect(one.cause).toBe(cause)
})
