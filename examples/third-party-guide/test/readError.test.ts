import { createInjectedWallet } from '@latchkey/kernel/chain'
import { isUserRejection, type BaseError } from '@latchkey/kernel/plugin'
import { outcomeOf } from '@latchkey/kernel/transaction'
import { expect, test } from 'vitest'
import { readError } from '../guide/chain/readError.js'

/** A wallet of the dialect that says this, asked for a payment. */
const said = (error: unknown): Promise<BaseError> => {
  const wallet = createInjectedWallet<{ sign(): unknown }>({
    namespace: 'example',
    name: 'Example wallet',
    methods: ['sign'],
    isAddress: () => true,
    connect: async () => [],
    accounts: async () => [],
    readError,
  })
  const asked = wallet.ask({
    method: 'sign',
    ask: () => Promise.reject(error),
    isAnswer: (_: unknown): _ is string => true,
    handingOver: () => {},
  })
  return asked.then(
    () => Promise.reject(new Error('The wallet said nothing.')),
    (cause: BaseError) => cause,
  )
}

const outcome = async (error: unknown) => outcomeOf(await said(error), { isHandedOver: () => true })

test.each([
  ['by its code', { code: 'USER_DENIED', message: 'E17' }],
  ['by its own words', { code: 'E17', message: 'No thanks.' }],
  ['by words of any wallet', { code: 'E17', message: 'The user rejected the request.' }],
])('reads a refusal %s: nothing was sent', async (_, error) => {
  expect(isUserRejection(await said(error))).toBe(true)
  await expect(outcome(error)).resolves.toBe('nothing')
})

test.each([
  ['another code', { code: 'E17', message: 'E17' }, 'RPC_UNKNOWN'],
  ['a number of EIP-1193', { code: 4001, message: 'E17' }, 'RPC_UNKNOWN'],
  [
    'words of a machine beside it',
    { code: 'USER_DENIED', message: 'The broadcast timed out' },
    'RPC_UNKNOWN',
  ],
  ['a wallet that waits', { code: 'LOCKED', message: 'E18' }, 'RPC_RESOURCE_UNAVAILABLE'],
  ['a permission that is missing', { code: 'NO_PERMISSION', message: 'E19' }, 'WALLET_ACCESS_DENIED'],
])('takes %s for no proof that nothing was sent', async (_, error, code) => {
  expect((await said(error)).code).toBe(code)
  await expect(outcome(error)).resolves.toBe('unknown')
})

test('knows a code only by a name of capitals', async () => {
  expect(isUserRejection(await said({ code: 'user_denied', message: 'E17' }))).toBe(false)
})
