import type {
  PreparedReplacement,
  ReplaceCapability,
  SubmittedReplacement,
} from '../../contracts/capabilities/replace.js'
import { exampleAddresses } from '../example/exampleAddress.js'
import { coins } from '../example/exampleCoin.js'
import { askToSend, decisionOf } from '../example/exampleSend.js'
import { type BrokenPlugin, brokenCapability } from './brokenPlugin.js'

const finds = 'finds what can be done about a payment that waits'
const refuses = 'refuses what the chain has taken, and what it doesn’t have'
const prepares = 'prepares each way with a higher fee, without opening the wallet'
const once = 'opens the wallet once, however often the button is pressed'
const rejects = 'says USER_REJECTED when the person declines'
const replaced = 'says that the replacement was taken once the chain took it, and not before'
const original = 'says that the original was taken once the chain took it, and not before'
const follows = 'takes up the waiting for a replacement of an earlier page without a wallet'

const { own, receiver } = exampleAddresses
const anyPayment = { from: own, to: receiver, amount: 1n }

type Right = { readonly replace: ReplaceCapability }
type Request = Parameters<ReplaceCapability['prepare']>[0]

const prepared =
  (change: (right: PreparedReplacement, request: Request) => Partial<PreparedReplacement>) =>
  ({ replace }: Right) => ({
    replace: {
      ...replace,
      async prepare(request: Request) {
        const right = await replace.prepare(request)
        return { ...right, ...change(right, request) }
      },
    },
  })
const submitted = (change: (right: SubmittedReplacement) => Partial<SubmittedReplacement>) =>
  prepared((right) => ({
    async submit() {
      const replacement = await right.submit()
      return { ...replacement, ...change(replacement) }
    },
  }))

/** Payments that wait and are replaced wrongly. */
export const brokenReplacements: readonly BrokenPlugin[] = [
  brokenCapability(['knows no way to replace', finds, 'a way to replace a payment'], ({ replace }) => ({
    replace: { ...replace, find: async (request) => ({ ...(await replace.find(request)), ways: [] }) },
  })),
  brokenCapability(
    ['tells another transaction than the one that waits', finds, 'the record of "new-1"'],
    ({ replace }) => ({
      replace: {
        ...replace,
        async find(request) {
          const facts = await replace.find(request)
          return { ...facts, record: { ...facts.record, id: 'old-1' } }
        },
      },
    }),
  ),
  brokenCapability(['says the fee that waits as text', finds, 'find().fee.value'], ({ replace }) => ({
    replace: {
      ...replace,
      find: async (request) => ({
        ...(await replace.find(request)),
        fee: { ...coins(0n), value: '10' as never },
      }),
    },
  })),
  brokenCapability(
    [
      'replaces what the chain has taken',
      refuses,
      'find() of a transaction that the chain has taken to reject',
    ],
    ({ replace }, chain) => ({
      replace: {
        ...replace,
        find: (request) =>
          replace.find(request).catch(async () => ({
            ways: ['faster' as const],
            fee: coins(chain.fee),
            notices: [],
            record: {
              id: request.id,
              networkId: request.networkId,
              operation: 'send',
              status: 'pending',
              transfers: [],
            },
          })),
      },
    }),
  ),
  brokenCapability(
    ['replaces with the same fee', prepares, 'the fee of "faster" to be above 10'],
    prepared((right) => ({ fee: right.previousFee })),
  ),
  brokenCapability(
    ['forgets what the payment costs as it is', prepares, '`previousFee` to be 10'],
    prepared(() => ({ previousFee: coins(0n) })),
  ),
  brokenCapability(
    ['makes faster what was to be cancelled', prepares, 'prepare() to prepare "cancel"'],
    ({ replace }) => ({
      replace: { ...replace, prepare: (request) => replace.prepare({ ...request, way: 'faster' }) },
    }),
  ),
  brokenCapability(
    [
      'opens the wallet while it prepares to replace',
      prepares,
      'prepare() of "latchkey.capability.replace/1" to open no wallet',
    ],
    ({ replace }, chain) => ({
      replace: {
        ...replace,
        async prepare(request) {
          await askToSend(chain, request.provider, anyPayment, () => {})
          return replace.prepare(request)
        },
      },
    }),
  ),
  brokenCapability(
    [
      'says that a replacement was handed over before',
      prepares,
      'isHandedOver() of a replacement to be false',
    ],
    prepared(() => ({ isHandedOver: () => true })),
  ),
  brokenCapability(
    ['replaces at every press', once, 'one replacement and one request for two presses'],
    ({ replace }) => ({
      replace: {
        ...replace,
        async prepare(request) {
          const right = await replace.prepare(request)
          return { ...right, submit: async () => (await replace.prepare(request)).submit() }
        },
      },
    }),
  ),
  brokenCapability(
    ['never says that a replacement was handed over', once, 'isHandedOver() of a replacement to be true'],
    prepared(() => ({ isHandedOver: () => false })),
  ),
  brokenCapability(
    ['tells a refused replacement in its own words', rejects, 'one of our errors of submit() of Replace'],
    prepared((right) => ({
      submit: () => right.submit().catch(() => Promise.reject(new Error('declined'))),
    })),
  ),
  brokenCapability(
    ['calls a replacement taken unasked', replaced, 'wait() of Replace to wait for the chain'],
    submitted(({ id }) => ({
      wait: async () => ({ status: 'confirmed', taken: id, which: 'replacement' }),
    })),
  ),
  brokenCapability(
    ['waits for the replacement alone', original, 'wait() of Replace to settle'],
    (right, chain) =>
      submitted(({ id }) => ({
        wait: async (signal) => ({
          ...decisionOf(await chain.decided(id, signal)),
          taken: id,
          which: 'replacement',
        }),
      }))(right),
  ),
  brokenCapability(
    ['takes the original for the replacement', original, 'wait() of Replace to say that the original'],
    submitted((right) => ({
      wait: async (signal) => ({ ...(await right.wait(signal)), which: 'replacement' }),
    })),
  ),
  brokenCapability(
    ['follows another replacement', follows, 'wait() of Replace to settle'],
    ({ replace }) => ({
      replace: { ...replace, follow: (request) => replace.follow({ ...request, id: 'old-1' }) },
    }),
  ),
]
