// Every method of every protocol of Bitcoin wallets, answered with rubbish, through the kernel and the plugin.
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { Connector } from '@latchkey/kernel/plugin'
import { afterEach, beforeEach, describe, it, vi } from 'vitest'
import { type Answer, attackMethod, type Protocol } from '../../../kernel/test/attack.js'
import {
  createLeatherFake,
  createPhantomFake,
  createRequestFake,
  createStandardFake,
  createUnisatFake,
  type Fake,
  registerWallet,
} from '../test/fakeWallets.js'
import { bip122, bitcoinMainnet, bitcoinTestnet } from './index.js'

let page: EventTarget & Record<string, unknown>

/** A page without any wallet. */
function openPage(): void {
  page = new EventTarget() as typeof page
  vi.stubGlobal('window', page)
}
beforeEach(openPage)
afterEach(() => void vi.unstubAllGlobals())

interface Dialect {
  readonly create: () => Fake
  readonly place: (fake: Fake) => void
  readonly methods: readonly string[]
  readonly opening: readonly string[]
  readonly events: readonly string[]
}

const dialects: Readonly<Record<string, Dialect>> = {
  UniSat: {
    create: createUnisatFake,
    place: (fake) => {
      page['unisat'] = fake.target
    },
    methods: ['requestAccounts', 'getAccounts', 'getPublicKey', 'getChain', 'signMessage'],
    opening: ['requestAccounts', 'signMessage', 'signPsbt', 'sendBitcoin', 'switchChain'],
    events: ['accountsChanged', 'chainChanged', 'networkChanged'],
  },
  'sats-connect': {
    create: createRequestFake,
    place: (fake) => {
      page['XverseProviders'] = { BitcoinProvider: fake.target }
      page['btc_providers'] = [{ id: 'XverseProviders.BitcoinProvider', name: 'Xverse', icon: '' }]
    },
    methods: ['wallet_connect', 'wallet_getAccount', 'signMessage', 'wallet_changeNetwork'],
    opening: ['wallet_connect', 'signMessage', 'signPsbt', 'sendTransfer', 'wallet_changeNetwork'],
    events: ['accountChange', 'networkChange', 'disconnect'],
  },
  Leather: {
    create: createLeatherFake,
    place: (fake) => {
      page['LeatherProvider'] = fake.target
    },
    methods: ['getAddresses', 'signMessage'],
    opening: ['getAddresses', 'signMessage', 'signPsbt', 'sendTransfer'],
    events: [],
  },
  Phantom: {
    create: createPhantomFake,
    place: (fake) => {
      page['phantom'] = { bitcoin: fake.target }
    },
    methods: ['requestAccounts', 'signMessage'],
    opening: ['requestAccounts', 'signMessage', 'signPSBT'],
    events: ['accountsChanged'],
  },
  'Wallet Standard': {
    create: createStandardFake,
    place: (fake) => void registerWallet(fake.target, page),
    methods: ['bitcoin:connect', 'bitcoin:signMessage'],
    opening: ['bitcoin:connect', 'bitcoin:signMessage', 'bitcoin:signTransaction'],
    events: ['change'],
  },
}

function protocolOf({ create, place, methods, opening, events }: Dialect): Protocol {
  return {
    namespace: 'bip122',
    methods,
    opening,
    events,
    otherNetwork: bitcoinTestnet.id,
    async start() {
      openPage()
      const fake = create()
      place(fake)
      const kernel = createKernel([bip122({ networks: [bitcoinMainnet, bitcoinTestnet] })], {
        storage: memoryStorage(),
        logLevel: 'silent',
      })
      await kernel.start()
      const connectorId = kernel.list(Connector)[0]?.id
      if (connectorId === undefined) throw new Error('the wallet is not listed')
      let armed: string | undefined
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
})
