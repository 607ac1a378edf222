import { fakeClock } from '@latchkey/kernel/testing'
import { isUserRejection } from '@latchkey/kernel/plugin'
import { describe, expect, it } from 'vitest'
import { fakeKey } from '../../../test/fakeKeys.js'
import {
  createLeatherFake,
  createRequestFake,
  createStandardFake,
  createUnisatFake,
  type Fake,
  type FakeOptions,
} from '../../../test/fakeWallets.js'
import { bitcoinMainnet } from '../../networks.js'
import type { CreateAdapter } from './adapter.js'
import { createRequestAdapter } from './request.js'
import { createStandardAdapter } from './standard.js'
import { createUnisatAdapter } from './unisat.js'

const key = fakeKey(1, 'p2wpkh', 'mainnet', 'payment')
const options: FakeOptions = { keys: [key], allowed: true, send: async () => 'ab'.repeat(32) }
const networkId = bitcoinMainnet.id

/** How each dialect is asked to pay, and for its accounts. */
interface Dialect {
  readonly make: (options: FakeOptions) => Fake
  readonly adapter: CreateAdapter
  readonly pay: 'sendTransfer' | 'signPsbt'
  readonly paying: string
  readonly connecting: string
}

const request = { adapter: createRequestAdapter, pay: 'sendTransfer', paying: 'sendTransfer' } as const
const dialects: Readonly<Record<string, Dialect>> = {
  'sats-connect': { ...request, make: createRequestFake, connecting: 'wallet_connect' },
  Leather: { ...request, make: createLeatherFake, connecting: 'getAddresses' },
  UniSat: {
    ...{ make: createUnisatFake, adapter: createUnisatAdapter, pay: 'sendTransfer' },
    ...{ paying: 'sendBitcoin', connecting: 'requestAccounts' },
  },
  'Wallet Standard': {
    ...{ make: createStandardFake, adapter: createStandardAdapter, pay: 'signPsbt' },
    ...{ paying: 'bitcoin:signTransaction', connecting: 'bitcoin:connect' },
  },
}

const fail = (thrown: unknown) => async () => {
  throw thrown
}
const errorOf = (work: Promise<unknown> | undefined) =>
  Promise.resolve(work).then(
    () => expect.fail('Expected a failure.'),
    (error: unknown) => error,
  )

async function pay({ make, adapter, pay: way, paying }: Dialect, thrown: unknown): Promise<unknown> {
  // The fakes answer a transfer by this alone.
  const fake = make({ ...options, send: fail(thrown) })
  fake.answer(paying, fail(thrown))
  const { wallet } = adapter('Wallet', fake.target, fakeClock())
  if (way === 'signPsbt') {
    const inputs = [{ index: 0, address: key.address }]
    return errorOf(wallet.signPsbt?.({ networkId, psbt: '', inputs }))
  }
  return errorOf(wallet.sendTransfer?.({ networkId, from: key.address, to: key.address, amount: 1n }))
}

const error = (code: number | undefined, message: string) =>
  Object.assign(new Error(message), code === undefined ? {} : { code })

describe.each(Object.entries(dialects))('%s', (_, dialect) => {
  it.each([
    [-32603, 'Popup window closed'],
    [undefined, 'User closed the window'],
    [-32000, 'Broadcast timed out'],
    [-32603, 'Transaction rejected by the network'],
    [-32603, 'Rejected'],
    [undefined, 'insufficient funds'],
  ])('a payment that ended with %s “%s” was not declined', async (code, message) => {
    expect(isUserRejection(await pay(dialect, error(code, message)))).toBe(false)
  })

  it.each([
    [-32603, 'User rejected the request'],
    [undefined, 'User cancelled the transaction'],
    [4100, 'User rejected the request.'],
  ])('a payment that ended with %s “%s” was declined', async (code, message) => {
    expect(isUserRejection(await pay(dialect, error(code, message)))).toBe(true)
  })

  it('a window that was closed while connecting was a person who declined', async () => {
    const fake = dialect.make(options)
    fake.answer(dialect.connecting, fail(error(-32603, 'Popup window closed')))
    const adapter = dialect.adapter('Wallet', fake.target, fakeClock())
    expect(isUserRejection(await errorOf(adapter.connect({ networks: [bitcoinMainnet] })))).toBe(true)
  })
})

it.each<[string, number, string]>([
  ['sats-connect', -32000, 'USER_REJECTED'],
  ['sats-connect', -32001, 'WALLET_METHOD_UNSUPPORTED'],
  ['sats-connect', -32002, 'WALLET_ACCESS_DENIED'],
  ['sats-connect', 4001, 'RPC_UNKNOWN'],
  ['Leather', -32000, 'RPC_INTERNAL'],
  ['Leather', 4001, 'USER_REJECTED'],
  ['Leather', 4002, 'WALLET_METHOD_UNSUPPORTED'],
  ['Leather', 7, 'WALLET_ACCESS_DENIED'],
  ['Leather', 16, 'WALLET_ACCESS_DENIED'],
  ['UniSat', -32000, 'RPC_INVALID_INPUT'],
  ['UniSat', 4001, 'USER_REJECTED'],
  ['UniSat', 4_001_000, 'RPC_UNKNOWN'],
  ['Wallet Standard', 4_001_000, 'USER_REJECTED'],
  ['Wallet Standard', 6_160_000, 'WALLET_METHOD_UNSUPPORTED'],
  ['Wallet Standard', -32000, 'RPC_UNKNOWN'],
])('%s means by %i what its own table says: %s', async (name, code, expected) => {
  const dialect = dialects[name] ?? expect.fail()
  expect(await pay(dialect, error(code, 'no'))).toMatchObject({ code: expected })
})
