import { endlessList } from '@latchkey/kernel/testing'
import { expect, it } from 'vitest'
import { readAccounts, readNetworkId, readSignature, readTransactionHash } from './answers.js'

it.each([
  ['accounts', readAccounts],
  ['a network', readNetworkId],
  ['a signature', readSignature],
  ['a transaction', readTransactionHash],
])('refuses an endless list in place of %s without walking it', (_, read) => {
  const { list, reads } = endlessList('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
  const failure = () => read('Fake', 'eth_method', list)
  expect(failure).toThrow(expect.objectContaining({ code: 'WALLET_ANSWER_INVALID' }))
  expect(reads()).toBeLessThan(100)
})
