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
import { answerInstead, payAnother } from '../test/answerInstead.js'
import { createPsbt, isSigned } from '../test/psbt.js'
import { quickClock } from '../test/quickClock.js'
import { steerChain } from '../test/steerChain.js'
import { bip122, Bip122Provider, bitcoinRegtest } from './index.js'

describe('the capabilities', () => {
  const networkId = bitcoinRegtest.id
  const receiver = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
  const somebody = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry'
  const coin = 100_000n
  let stack: BitcoinStack
  beforeAll(async () => {
    stack = await startBitcoin()
  })
  afterAll(() => stack?.stop())

  capabilitySuite({
    test,
    // A transaction of this chain never expires.
    lacks: ['expire'],
    // The first send loads the code for coins, which a busy machine takes seconds for.
    timeLimit: 15_000,
    async create() {
      vi.stubGlobal('window', new EventTarget())
      vi.stubGlobal('location', { origin: 'http://127.0.0.1' })
      const seed = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')
      const wallet = createBitcoinTestWallet({ esploraUrl: stack.url, seed })
      const steered = steerChain(stack, { seed, coin, somebody })
      const leave = wallet.register()
      const kernel = createKernel(
        [bip122({ networks: [bitcoinRegtest], esploraUrls: { [networkId]: stack.url } })],
        { storage: memoryStorage(), onPluginError: 'throw', logLevel: 'silent', clock: quickClock(8) },
      )
      await kernel.start()
      const session = kernel.get(Session)
      await session.connect({ connectorId: kernel.list(Connector)[0]?.id ?? '' })
      const account = session.activeAccount('bip122')
      const [namespace] = kernel.list(Namespace)
      if (!account || !namespace) throw new Error('no account')
      const { address } = account
      await stack.faucet(address, coin)
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
          noTransaction: 'ab'.repeat(32),
        },
        ...steered,
        hang: () => answerInstead(wallet.wallet, () => new Promise(() => {})),
        throws: (error) =>
          answerInstead(wallet.wallet, () => {
            throw error
          }),
        answers: (value) => answerInstead(wallet.wallet, () => value),
        paysAnother: () => payAnother(wallet.wallet, somebody),
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
