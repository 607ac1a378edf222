// Every method of every protocol of Bitcoin wallets, answered with rubbish, through the kernel and the plugin.
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { Connector } from '@latchkey/kernel/plugin'
import { Send } from '@latchkey/kernel/contracts'
import { Psbt } from 'bitcoinjs-lib'
import { afterEach, beforeEach, describe, it, vi } from 'vitest'
import {
  type Answer,
  attackMethod,
  attackRestore,
  expectUndecided,
  type Protocol,
  type Use,
} from '../../../kernel/test/attack.js'
import { createFakeSource } from '../test/fakeSource.js'
import {
  createLeatherFake,
  createRequestFake,
  createStandardFake,
  createUnisatFake,
  type Fake,
  type FakeOptions,
  registerWallet,
} from '../test/fakeWallets.js'
import { bip122, bitcoinMainnet, bitcoinTestnet, SignPsbt, UtxoSource } from './index.js'
import { scriptOf } from './lazy/sdk.js'

let page: EventTarget & Record<string, unknown>

/** A page without any wallet. */
function openPage(): void {
  page = new EventTarget() as typeof page
  vi.stubGlobal('window', page)
}
beforeEach(openPage)
afterEach(() => void vi.unstubAllGlobals())

interface Dialect {
  readonly create: (options: FakeOptions) => Fake
  readonly place: (fake: Fake) => void
  readonly methods: readonly string[]
  readonly uses: Protocol['uses'] & object
  /** Methods that a reload asks for. */
  readonly reload: readonly string[]
  readonly opening: readonly string[]
  readonly events: readonly string[]
}

const receiver = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

async function pay({ capability, account, networkId, provider }: Use): Promise<void> {
  const request = { networkId, from: account, to: receiver, amount: 10_000n, provider }
  const prepared = await capability(Send).prepare(request)
  await expectUndecided(await prepared.submit())
}

async function signPsbt({ kernel, capability, ...request }: Use): Promise<void> {
  const { networkId, account } = request
  const source = kernel.get(UtxoSource)
  const [coin] = await source.utxos({ networkId, address: account.address })
  if (!coin) throw new Error('the account has no coin')
  const { transactionId, output: index } = coin
  const nonWitnessUtxo = await source.transaction({ networkId, transactionId })
  const psbt = new Psbt().addInput({ hash: transactionId, index, nonWitnessUtxo })
  psbt.addOutput({ script: scriptOf(receiver, bitcoinMainnet), value: 10_000n })
  await capability(SignPsbt).sign({ ...request, psbt: psbt.toBase64(), broadcast: true })
  throw new Error('Rubbish was taken for a signed transaction.')
}

const dialects: Readonly<Record<string, Dialect>> = {
  UniSat: {
    create: createUnisatFake,
    place: (fake) => {
      page['unisat'] = fake.target
    },
    methods: [
      'requestAccounts',
      'getAccounts',
      'getPublicKey',
      'getChain',
      'signMessage',
      'signPsbt',
      'sendBitcoin',
      'switchChain',
      'disconnect',
    ],
    uses: { signPsbt, sendBitcoin: pay },
    reload: ['getAccounts', 'getPublicKey', 'getChain'],
    opening: ['requestAccounts', 'signMessage', 'signPsbt', 'sendBitcoin', 'switchChain'],
    events: ['accountsChanged', 'chainChanged', 'networkChanged'],
  },
  'sats-connect': {
    create: createRequestFake,
    place: (fake) => {
      page['XverseProviders'] = { BitcoinProvider: fake.target }
      page['btc_providers'] = [{ id: 'XverseProviders.BitcoinProvider', name: 'Xverse', icon: '' }]
    },
    methods: [
      'wallet_connect',
      'wallet_getAccount',
      'signMessage',
      'signPsbt',
      'sendTransfer',
      'wallet_changeNetwork',
      'wallet_disconnect',
      'envelope of wallet_connect',
      'envelope of signPsbt',
      'envelope of sendTransfer',
    ],
    uses: {
      signPsbt,
      sendTransfer: pay,
      'envelope of signPsbt': signPsbt,
      'envelope of sendTransfer': pay,
    },
    reload: ['wallet_getAccount', 'envelope of wallet_getAccount'],
    opening: [
      'wallet_connect',
      'getAccounts',
      'getAddresses',
      'signMessage',
      'signPsbt',
      'sendTransfer',
      'wallet_changeNetwork',
    ],
    events: ['accountChange', 'networkChange', 'disconnect'],
  },
  Leather: {
    create: createLeatherFake,
    place: (fake) => {
      page['LeatherProvider'] = fake.target
    },
    methods: ['getAddresses', 'signMessage', 'signPsbt', 'sendTransfer'],
    uses: { signPsbt, sendTransfer: pay },
    reload: [],
    opening: ['getAddresses', 'signMessage', 'signPsbt', 'sendTransfer'],
    events: [],
  },
  'Wallet Standard': {
    create: createStandardFake,
    place: (fake) => void registerWallet(fake.target, page),
    methods: ['bitcoin:connect', 'bitcoin:signMessage', 'bitcoin:signTransaction', 'standard:disconnect'],
    uses: { 'bitcoin:signTransaction': pay },
    reload: ['standard:connect'],
    opening: ['bitcoin:connect', 'bitcoin:signMessage', 'bitcoin:signTransaction'],
    events: ['change'],
  },
}

function protocolOf({ create, place, methods, uses, opening, events }: Dialect): Protocol {
  return {
    namespace: 'bip122',
    methods,
    uses,
    opening,
    events,
    otherNetwork: bitcoinTestnet.id,
    async start(storage = memoryStorage(), allowed = false, armedFirst, plugins = []) {
      openPage()
      const fake = create({ allowed, send: async () => '22'.repeat(32) })
      if (armedFirst) fake.answer(armedFirst.method, () => armedFirst.answer.give())
      place(fake)
      const source = createFakeSource(bitcoinMainnet)
      for (const { address } of fake.keys) source.fund(address, 50_000n)
      const kernel = createKernel(
        [bip122({ networks: [bitcoinMainnet, bitcoinTestnet], source }), ...plugins],
        {
          storage,
          logLevel: 'silent',
        },
      )
      await kernel.start()
      const connectorId = kernel.list(Connector)[0]?.id
      if (connectorId === undefined) throw new Error('the wallet is not listed')
      let armed = armedFirst?.method
      return {
        kernel,
        wallet: {
          connectorId,
          arm(method: string, answer: Answer) {
            armed = method
            fake.answer(method, () => answer.give())
          },
          disarm() {
            if (armed !== undefined) fake.answer(armed, undefined)
          },
          asked: () => fake.calls.map(({ method }) => method),
          emit: (event: string, payload: unknown) => fake.emit(event, payload),
          addresses: fake.keys.map(({ address }) => address),
        },
      }
    },
  }
}

describe.each(Object.entries(dialects))('a Bitcoin wallet (%s) that answers rubbish', (_, dialect) => {
  it.each(dialect.methods)('to %s breaks nothing', (method) => attackMethod(protocolOf(dialect), method, 10))
  if (dialect.reload.length === 0) return
  it.each(dialect.reload)('to %s on a reload breaks nothing', (method) =>
    attackRestore(protocolOf(dialect), method, 10),
  )
})
