import { createInjectedWallet } from '@latchkey/kernel/chain'
import { Send, type SendCapability } from '@latchkey/kernel/contracts'
import { capabilitySuite, type CapabilityHarness, fakeAccount, fakeNamespace } from '@latchkey/kernel/testing'
import { outcomeOf } from '@latchkey/kernel/transaction'
import { expect, test } from 'vitest'
import { sendingOn } from '../guide/chain/sendingOn.js'
import { createExampleApi, isAddress, other, own } from './createExampleApi.js'
import { createExampleLedger } from './createExampleLedger.js'
import { exampleNetwork } from './exampleNetwork.js'

const account = fakeAccount('example:mainnet', own)

/** A wallet that signs the text of a payment, and a ledger that takes it. */
function setUp() {
  const ledger = createExampleLedger()
  const { api, state, fails, ...wallet } = createExampleApi()
  let instead: { readonly answer: unknown } | undefined
  let isForger = false
  const provider = {
    async sign(unsigned: string) {
      const text = isForger ? unsigned.replace(other, own) : unsigned
      const signature = await api.sign(text)
      const answer = instead ? instead.answer : `${text}.${signature}`
      instead = undefined
      return answer
    },
  }
  const described = createInjectedWallet<typeof provider>({
    namespace: 'example',
    name: 'Example wallet',
    methods: ['sign'],
    isAddress,
    connect: async () => [own],
    accounts: async () => [own],
  })
  const sending = sendingOn(ledger.chain, described)
  return {
    ...wallet,
    ledger,
    sending,
    provider,
    prompts: () => state.prompts,
    throws: fails,
    answers(answer: unknown) {
      instead = { answer }
    },
    paysAnother() {
      isForger = true
    },
  }
}

capabilitySuite({
  test,
  create(): CapabilityHarness {
    const { ledger, sending, ...harness } = setUp()
    return {
      ...harness,
      ...ledger,
      namespace: {
        ...fakeNamespace('example', [], { capabilities: [sending], isAddress }),
        networks: [exampleNetwork()],
      },
      networkId: 'example:mainnet',
      account,
      inputs: { receiver: other, amount: 100n },
    }
  },
})

async function prepare(page: ReturnType<typeof setUp>) {
  const { prepare } = page.sending.value as SendCapability
  const request = { networkId: 'example:mainnet', from: account, to: other, amount: 100n } as const
  return prepare({ ...request, provider: page.provider })
}

test('is the capability that features ask for, and asks nobody to prepare', async () => {
  const page = setUp()
  expect(page.sending.token.id).toBe(Send.id)
  const prepared = await prepare(page)
  expect([page.prompts(), prepared.isHandedOver?.()]).toEqual([0, false])
})

test('asks the wallet once for two presses, and tells what the chain decides', async () => {
  const page = setUp()
  const prepared = await prepare(page)
  const first = prepared.submit()
  expect(prepared.submit()).toBe(first)
  const { id, wait } = await first
  expect(page.prompts()).toBe(1)
  const decision = wait()
  page.ledger.decide(id, 'confirmed')
  await expect(decision).resolves.toEqual({ status: 'confirmed' })
  expect(page.ledger.balanceOf(other)).toBe(100n)
})

test('takes a refusal for one, and nothing else once the wallet was asked', async () => {
  const page = setUp()
  const prepared = await prepare(page)
  const outcome = () =>
    prepared.submit().then(
      () => 'sent',
      (cause: unknown) => outcomeOf(cause, prepared),
    )
  page.reject()
  await expect(outcome()).resolves.toBe('nothing')
  page.throws({ code: -32603, message: 'Internal error' })
  await expect(outcome()).resolves.toBe('unknown')
  await expect(outcome()).resolves.toBe('sent')
  expect(page.prompts()).toBe(3)
})

test('lets the chain decide where a node refuses what it has already', async () => {
  const page = setUp()
  page.ledger.nodeRefusesCopy()
  const { id, wait } = await (await prepare(page)).submit()
  page.ledger.decide(id, 'confirmed')
  await expect(wait()).resolves.toEqual({ status: 'confirmed' })
})
