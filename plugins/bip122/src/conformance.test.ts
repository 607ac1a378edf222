// Holds the namespace's capabilities to their contracts, over a real chain and with a real key.
import { type BitcoinStack, startBitcoin } from '@latchkey/devstack/bitcoin'
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { Connector, Namespace } from '@latchkey/kernel/plugin'
import { capabilitySuite } from '@latchkey/kernel/testing'
import { Session } from '@latchkey/kernel/wallet'
import { createBitcoinTestWallet } from '@latchkey/testkit/bitcoin'
import { Verifier } from 'bip322-js'
import { Psbt } from 'bitcoinjs-lib'
import { afterAll, beforeAll, describe, test, vi } from 'vitest'
import { createPsbt, isSigned } from '../test/psbt.js'
import { bip122, Bip122Provider, bitcoinRegtest } from './index.js'

describe('the capabilities', () => {
  const networkId = bitcoinRegtest.id
  const receiver = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
  let stack: BitcoinStack
  beforeAll(async () => {
    stack = await startBitcoin()
  })
  afterAll(() => stack?.stop())

  capabilitySuite({
    test,
    // `lazy/send/createSend.test.ts` and `lazy/createPsbtSigner.test.ts` steer wallet and node so far.
    lacks: [
      ...(['hang', 'throws', 'answers', 'paysAnother', 'decide'] as const),
      ...(['nodeHangs', 'nodeFails', 'nodeRefuses', 'inputs.noTransaction'] as const),
      // A transaction of this chain never expires.
      'expire',
    ],
    // The first send loads the code for coins, which a busy machine takes seconds for.
    timeLimit: 15_000,
    async create() {
      vi.stubGlobal('window', new EventTarget())
      vi.stubGlobal('location', { origin: 'http://127.0.0.1' })
      const seed = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')
      const wallet = createBitcoinTestWallet({ esploraUrl: stack.url, seed })
      const leave = wallet.register()
      const kernel = createKernel(
        [bip122({ networks: [bitcoinRegtest], esploraUrls: { [networkId]: stack.url } })],
        { storage: memoryStorage(), onPluginError: 'throw', logLevel: 'silent' },
      )
      await kernel.start()
      const session = kernel.get(Session)
      await session.connect({ connectorId: kernel.list(Connector)[0]?.id ?? '' })
      const account = session.activeAccount('bip122')
      const [namespace] = kernel.list(Namespace)
      if (!account || !namespace) throw new Error('no account')
      const { address } = account
      await stack.faucet(address, 100_000n)
      return {
        namespace,
        networkId,
        account,
        provider: session.provider(Bip122Provider),
        inputs: {
          receiver,
          amount: 20_000n,
          calls: [
            { address: receiver, amount: 10_000n },
            { address: receiver, amount: 11_000n },
          ],
          invalidCall: { address: 'nobody', amount: 1n },
          transaction: createPsbt(address).toBuffer(),
        },
        balanceOf: stack.balanceOf,
        prompts: () => wallet.control.requests.filter(({ method }) => /sign|send/i.test(method)).length,
        reject: () => wallet.control.rejectNext(),
        verify: ({ signature }, message) => Verifier.verifySignature(address, message, signature),
        verifyTransaction: (signed) => isSigned(Psbt.fromBuffer(Buffer.from(signed))),
        async stop() {
          await kernel.dispose()
          leave()
          vi.unstubAllGlobals()
        },
      }
    },
  })
})
