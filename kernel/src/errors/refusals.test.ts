import { describe, expect, it } from 'vitest'
import { isUserRejection } from './connector.js'
import { rpcErrorFrom } from './rpc.js'

const payment = { method: 'eth_sendTransaction' }
const connecting = { method: 'eth_requestAccounts' }

describe('a person who declined', () => {
  it.each<[string, unknown]>([
    ['-32603 and words', { code: -32603, message: 'User rejected the request' }],
    ['-32000 and words', { code: -32000, message: 'User rejected the request' }],
    ['4100 and words', { code: 4100, message: 'User rejected the request' }],
    ['-32602 and words', { code: -32602, message: 'User denied transaction signature' }],
    ['4902 and words', { code: 4902, message: 'User rejected the request' }],
    ['-32003 and words', { code: -32003, message: 'User rejected the transaction.' }],
    ['a number nobody knows and words', { code: 1234, message: 'Rejected by the user' }],
    ['"cancelled the transaction"', { code: -32603, message: 'User cancelled the transaction' }],
    ['"canceled"', { code: -32000, message: 'User canceled the request' }],
    [
      'a Ledger behind an extension',
      {
        code: -32603,
        message: 'Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)',
      },
    ],
    [
      'words in data.message',
      { code: -32603, message: 'Internal JSON-RPC error.', data: { message: 'User rejected the request.' } },
    ],
    [
      'words in data.originalError',
      {
        code: -32603,
        message: 'Internal JSON-RPC error.',
        data: { originalError: { message: 'User denied the signature' } },
      },
    ],
    [
      'words in error',
      { code: -32603, error: { message: 'The user rejected the request through the wallet.' } },
    ],
    ['words in data alone', { code: -32603, message: 'Internal error', data: 'User rejected the request' }],
    ['Japanese', new Error('ユーザーがリクエストを拒否')],
    ['Russian', { code: -32603, message: 'Пользователь отклонил запрос.' }],
  ])('is heard with %s', (_, error) => {
    expect(isUserRejection(rpcErrorFrom(error, payment))).toBe(true)
  })

  it.each<[string, unknown]>([
    ['a window that closed', { code: -32603, message: 'Popup window closed' }],
    ['a window that the person closed', new Error('User closed the window')],
    ['a time that ran out', { code: -32000, message: 'Broadcast timed out' }],
    ['a network that rejected', { code: -32003, message: 'Transaction rejected' }],
    ['a node that rejected', { code: -32000, message: 'Transaction rejected by the network' }],
    [
      'a contract with words of a person',
      { code: -32000, message: 'execution reverted: User rejected the request' },
    ],
    ['a contract behind the declining number', { code: 4001, message: 'execution reverted' }],
    ['too little', { code: -32000, message: 'insufficient funds for gas * price + value' }],
    ['a declining number with a time that ran out', { code: 4001, message: 'Broadcast timed out' }],
    ['the declining number of sats-connect', { code: -32000, message: 'no' }],
    ['the declining number of another dialect', { code: 4_001_000, message: 'no' }],
    ['a declined upgrade', { code: 5750, message: 'User rejected the upgrade' }],
    ['a bare word', new Error('Rejected')],
  ])('is not meant by %s', (_, error) => {
    expect(isUserRejection(rpcErrorFrom(error, payment))).toBe(false)
    expect(isUserRejection(rpcErrorFrom(error))).toBe(false)
  })

  it.each([
    'Popup window closed',
    'User closed the modal',
    'The window was closed',
    'Request cancelled',
    'Cancelled',
  ])('is meant by "%s" where nothing can be lost', (message) => {
    expect(isUserRejection(rpcErrorFrom({ code: -32603, message }, connecting))).toBe(true)
    expect(isUserRejection(rpcErrorFrom({ code: -32603, message }, payment))).toBe(false)
  })
})

it('does not say one text twice', () => {
  const first = new Error('No wallet here')
  const second = new Error('No wallet here', { cause: first })
  const error = rpcErrorFrom(new Error('No wallet here', { cause: second }))
  expect(error.metaMessages).toEqual(['The wallet or node said: No wallet here'])
})
