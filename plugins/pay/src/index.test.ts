import { createKernel, memoryStorage } from '@latchkey/kernel'
import { View } from '@latchkey/kernel/plugin'
import { expect, it } from 'vitest'
import * as main from './index.js'
import * as server from './server/index.js'
import * as swap from './swap/index.js'

it('exports these names and no others', () => {
  expect(Object.keys(main).sort()).toEqual([
    'Exchange',
    'ExchangeDepositRoute',
    'PayExchangeSelected',
    'PayFailed',
    'PayInitiated',
    'PayLoadingRoute',
    'PayOpened',
    'PayReviewRoute',
    'PayRoute',
    'PaySucceeded',
    'Payer',
    'PaymentSwap',
    'exchangeDeposits',
    'linkedExchange',
    'pay',
    'paymentDangers',
    'serviceExchanges',
  ])
  expect(Object.keys(server).sort()).toEqual([
    'SQL_PAYMENTS_SCHEMA',
    'SQL_PAYMENTS_UPGRADE',
    'bitcoinPayments',
    'createPaymentVerifier',
    'evmPayments',
    'memoryPayments',
    'polkadotPayments',
    'solanaPayments',
    'sqlPayments',
  ])
  expect(Object.keys(swap)).toEqual(['paymentSwaps'])
})

it('is off unless it is listed', async () => {
  const options = { storage: memoryStorage(), logLevel: 'silent' } as const
  const without = createKernel([], options)
  expect(without.find(main.Payer)).toBeUndefined()
  expect(without.list(View).filter(({ slot }) => slot === main.PayRoute.name)).toEqual([])
  const listed = createKernel([main.pay()], options)
  expect(listed.find(main.Payer)?.state.phase).toBe('idle')
  await Promise.all([without.dispose(), listed.dispose()])
})
