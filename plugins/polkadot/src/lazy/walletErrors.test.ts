import { isUserRejection } from '@latchkey/kernel/plugin'
import { expect, it } from 'vitest'
import { walletErrorFrom } from './walletErrors.js'

const paying = { wallet: 'Wallet', method: 'signPayload' }

it.each([
  'Cancelled',
  'Rejected',
  'Transaction was cancelled',
  'Rejected by user',
  'User Rejected Request',
  // SubWallet, in Japanese and in Russian.
  'ユーザーによる拒否された',
  'ユーザーがリクエストを拒否',
  'Пользователь отклонил запрос.',
])('“%s” is a person who declined a payment', (message) => {
  expect(isUserRejection(walletErrorFrom(new Error(message), paying))).toBe(true)
})

it.each([
  'Transaction rejected: 1010: Invalid Transaction: Inability to pay some fees',
  'The window was closed',
  'Transaction was rejected by the node',
  'Request timed out, cancelled',
  'Unable to find pair',
])('“%s” is none', (message) => {
  expect(isUserRejection(walletErrorFrom(new Error(message), paying))).toBe(false)
})

it('a window that was closed while connecting is one', () => {
  const asked = { wallet: 'Wallet', method: 'enable' }
  expect(isUserRejection(walletErrorFrom(new Error('The window was closed'), asked))).toBe(true)
})
