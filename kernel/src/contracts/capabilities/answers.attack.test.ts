// Whatever a stranger's chain answers, what comes out at the door is of the documented form, or one of our errors with a code. Never a
// raw fault, and nothing that waits for ever.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isKernelError } from '../../errors/base.js'
import { capability } from '../../keys/capability.js'
import type { Token } from '../../keys/token.js'
import { Allowances } from './allowances.js'
import { Balance } from './balance.js'
import { Calls } from './calls.js'
import { CollectibleTransfers } from './collectibleTransfers.js'
import { History } from './history.js'
import { Identities } from './identity.js'
import { OwnedCollectibles } from './ownedCollectibles.js'
import { PaymentRequest } from './paymentRequest.js'
import { RemoteProvider } from './remoteProvider.js'
import { Replace } from './replace.js'
import { Send } from './send.js'
import { SignIn } from './signIn.js'
import { SignMessage } from './signMessage.js'
import { SignTransaction } from './signTransaction.js'
import { TokenFacts } from './tokenFacts.js'
import { WalletAssets } from './walletAssets.js'

const rounds = Math.max(60, Number(process.env['ATTACK_ROUNDS'] ?? 1) * 60)

const tokens: readonly Token<never>[] = [
  ...[Allowances, Balance, Calls, CollectibleTransfers, History, Identities, OwnedCollectibles],
  ...[PaymentRequest, RemoteProvider, Replace, Send, SignIn, SignMessage, SignTransaction, TokenFacts],
  WalletAssets,
] as never

const fault = (): never => {
  throw new TypeError('a fault of the stranger')
}
const trap = () =>
  new Proxy(() => {}, { get: fault, has: fault, apply: fault, ownKeys: fault, getPrototypeOf: fault })

const amount = { value: 1n, decimals: 18, symbol: 'COIN' }
const soundPreview = {
  ...{
    fee: amount,
    notices: [],
    atomic: false,
    steps: 1,
    way: 'faster',
    previousFee: amount,
    isCertain: true,
  },
  record: { networkId: 'eip155:1', operation: 'send', status: 'pending', transfers: [] },
  submit: async () => ({ id: 'a', wait: async () => ({}) }),
}
type Make = () => unknown
/** Made when it is answered: the generator itself would trip over a trap. */
const junk: fc.Arbitrary<Make> = fc.oneof(
  fc
    .constantFrom<unknown>(
      undefined,
      null,
      Number.NaN,
      1.5,
      -1,
      0,
      1,
      -1n,
      7n,
      2n ** 300n,
      '',
      '1.5',
      'confirmed',
      true,
    )
    .map((value) => () => value),
  fc.constantFrom<Make>(
    ...[
      () => fault,
      trap,
      () => [],
      () => ({}),
      () => Object.create(null) as unknown,
      () => new Uint8Array(2),
    ],
    ...[
      () => Symbol('x'),
      () => new Date(0),
      () => [trap()],
      () => ({ length: 5 }),
      () => 'x'.repeat(200_001),
    ],
    ...[
      () => ({
        get value() {
          return fault()
        },
      }),
      () => Object.defineProperty({}, 'then', { value: fault }),
      () => ({ ...amount, value: 1.5 }),
    ],
    ...[() => ({ ...amount, value: '1' }), () => amount, () => () => ({ id: 'a' }), () => async () => ({})],
    () => Object.defineProperty({}, 'then', { get: fault }),
  ),
  fc
    .anything({ withBigInt: true, withNullPrototype: true, withDate: true, withMap: true })
    .map((value) => () => value),
)
const names = [
  ...['fee', 'amount', 'notices', 'changes', 'submit', 'isHandedOver', 'steps', 'atomic', 'allowances'],
  ...[
    'transactions',
    'gaps',
    'next',
    'searched',
    'items',
    'id',
    'wait',
    'trail',
    'status',
    'signature',
    'type',
  ],
  ...['value', 'decimals', 'symbol', 'address', 'record', 'way', 'ways', 'previousFee', 'isCertain', 'calls'],
  ...['ownerHas', 'receiverHas', 'createProvider', 'uri', 'message', 'signedMessage', 'name', 'avatar'],
]
const made = (members: Readonly<Record<string, Make>>) => () =>
  Object.fromEntries(Object.entries(members).map(([name, make]) => [name, make()]))
const answer: fc.Arbitrary<Make> = fc.oneof(
  { weight: 2, arbitrary: junk },
  { weight: 4, arbitrary: fc.dictionary(fc.constantFrom(...names), junk).map(made) },
  // A sound preview with one or two members that aren't.
  {
    weight: 4,
    arbitrary: fc
      .dictionary(fc.constantFrom(...names), junk, { maxKeys: 2 })
      .map((members) => () => ({ ...soundPreview, ...made(members)() })),
  },
  { weight: 1, arbitrary: fc.array(junk, { maxLength: 3 }).map((list) => () => list.map((make) => make())) },
)

async function outcomeOf(ask: () => unknown): Promise<unknown> {
  try {
    return await ask()
  } catch (error) {
    expect(isKernelError(error), `a raw fault: ${typeof error}`).toBe(true)
    expect(isKernelError(error) && error.code.length > 0).toBe(true)
    return undefined
  }
}

const isUnits = (value: unknown) => typeof value === 'bigint' && value >= 0n && value < 2n ** 256n

/** Checks what a preview says and does, where one came out. */
async function checkPreview(preview: unknown): Promise<void> {
  const { fee, notices, submit, isHandedOver } = preview as {
    readonly fee: { readonly value: unknown; readonly decimals: unknown }
    readonly notices: unknown
    submit(): Promise<unknown>
    isHandedOver?(): unknown
  }
  expect([isUnits(fee.value), Number.isInteger(fee.decimals), Array.isArray(notices)]).toEqual([
    true,
    true,
    true,
  ])
  const sent = await outcomeOf(submit)
  if (sent !== undefined) expect(typeof (sent as { readonly id: unknown }).id).toBe('string')
  if (isHandedOver) expect(typeof isHandedOver()).toBe('boolean')
}

describe.each(tokens.map((token) => [token.id, token] as const))('%s', (id, token) => {
  const functions = (token.checked?.asks ?? []).map((name) => name.replace('?', ''))

  it.each(functions)('lets nothing raw through %s', async (name) => {
    await fc.assert(
      fc.asyncProperty(answer, fc.boolean(), async (make, isThrown) => {
        const stranger = Object.fromEntries(
          functions.map((own) => [
            own,
            () => {
              if (isThrown) throw new TypeError('theirs')
              return make()
            },
          ]),
        )
        const { value } = capability(token, stranger as never)
        const ask = (value as Record<string, (request: unknown) => unknown>)[name]
        const got = await outcomeOf(() => ask?.({ networkId: 'eip155:1', address: '0x', tokens: [] }))
        if (got !== undefined && /(?:send|calls|replace)\/1$/.test(id) && name === 'prepare')
          await checkPreview(got)
      }),
      { numRuns: rounds },
    )
  })
})
