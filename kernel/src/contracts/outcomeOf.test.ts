import { describe, expect, it } from 'vitest'
import { BaseError } from '../errors/base.js'
import { markNothingSent } from '../errors/nothingSent.js'
import { UserRejectedError } from '../errors/userRejected.js'
import { CallsPartlySentError } from './CallsPartlySentError.js'
import { outcomeOf } from './outcomeOf.js'

const handedOver = { isHandedOver: () => true }
const kept = { isHandedOver: () => false }
const failed = (code: string) => new BaseError('It failed.', { code })
const partly = (cause: unknown) => new CallsPartlySentError({ transactions: ['0x1'], steps: 2, cause })

it.each<[string, unknown]>([
  ['a person who declined', new UserRejectedError()],
  ['a step that the chain refused', failed('CALL_FAILED')],
  ['a wallet of ours that signed nothing', markNothingSent(failed('SESSION_EXPIRED'))],
])('%s has done nothing', (_, cause) => {
  expect(outcomeOf(cause, handedOver)).toBe('nothing')
  expect(outcomeOf(cause, {})).toBe('nothing')
  expect(outcomeOf(partly(cause), handedOver)).toBe('partly')
})

it.each<[string, unknown]>([
  ['a network that refused', failed('TRANSACTION_REFUSED')],
  ['a declined upgrade', failed('RPC_ATOMIC_UPGRADE_REJECTED')],
  ['a capability that is missing', failed('RPC_CAPABILITY_NOT_SUPPORTED')],
  ['a relay that refused', failed('RELAY_REFUSED')],
  ['a window that was closed', failed('WALLET_WINDOW_CLOSED')],
  ['a wallet’s own word', { code: 4001, message: 'User rejected the request.' }],
  ['a forged error of ours', { ...new UserRejectedError(), code: 'USER_REJECTED', isNothingSent: true }],
  ['a text', 'declined'],
  ['nothing', undefined],
])('%s proves nothing', (_, cause) => {
  expect(outcomeOf(cause, handedOver)).toBe('unknown')
  expect(outcomeOf(cause, {})).toBe('unknown')
  expect(outcomeOf(partly(cause), handedOver)).toBe('unknown')
})

describe('what was not handed over', () => {
  it('has done nothing, whatever was thrown', () => {
    for (const cause of [failed('X'), 'x', undefined, new UserRejectedError()]) {
      expect([outcomeOf(cause, kept), outcomeOf(cause, undefined)]).toEqual(['nothing', 'nothing'])
    }
  })

  it('is no comfort for the steps before it', () => {
    expect(outcomeOf(partly(failed('X')), kept)).toBe('unknown')
  })
})
