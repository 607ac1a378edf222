import { holdAnswer } from '../../../kernel/test/holdAnswer.js'
import { readFileSync } from 'node:fs'
import { Connector, Namespace } from '@latchkey/kernel/plugin'
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { capabilitySuite, connectorSuite, namespaceSuite, pluginSuite } from '@latchkey/kernel/testing'
import { type SolanaStack, startSolana } from '@latchkey/devstack/solana'
import {
  createSolanaTestWallet,
  type SolanaTestWallet,
  type SolanaTransactionInput,
} from '@latchkey/testkit/solana'
import { ed25519 } from '@noble/curves/ed25519.js'
import { getBase58Encoder } from '@solana/kit'
import {
  Connection,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, describe, test, vi } from 'vitest'
import type { SolanaInstruction } from './calls.js'
import { accountOn, createTestKernel } from '../test/context.js'
import { holdTransactions } from '../test/holdTransactions.js'
import vectors from '../vectors/address_kit.json' with { type: 'json' }
import { defineSolanaNetwork, solana, solanaDevnet, solanaMainnet, solanaTestnet } from './index.js'

const networks = [solanaMainnet, solanaDevnet, solanaTestnet]
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const otherAddress =
  createSolanaTestWallet({ permitted: true, exposeAllAccounts: true }).wallet.accounts[1]?.address ?? ''
const create = () => solana({ networks })

describe('the plugin', () => {
  pluginSuite({ test, create, manifest })
})

describe('the namespace', () => {
  namespaceSuite({
    test,
    create() {
      const [namespace] = createKernel([create()], { storage: memoryStorage() }).list(Namespace)
      if (!namespace) throw new Error('no namespace')
      return namespace
    },
    valid: vectors.cases.filter(({ valid }) => valid).map(({ address }) => address),
    invalid: vectors.cases.filter(({ valid }) => !valid).map(({ address }) => address),
  })
})

describe('the connector', () => {
  connectorSuite({
    test,
    namespace: 'solana',
    networkIds: [solanaDevnet.id],
    // A wallet that takes itself back takes its connector off the list with it.
    lacks: ['remove'],
    async create() {
      vi.stubGlobal('window', new EventTarget())
      const kernel = createKernel([create()], { storage: memoryStorage(), onPluginError: 'throw' })
      await kernel.start()
      const { control, register, wallet } = createSolanaTestWallet({
        chains: [{ chain: 'solana:devnet', rpcUrl: 'http://127.0.0.1:9' }],
      })
      const unregister = register()
      const [connector] = kernel.list(Connector)
      if (!connector) throw new Error('the wallet was not found')
      const prompts = () =>
        control.requests.filter(({ params }) => (params as { silent?: boolean }).silent === false)
      return {
        connector,
        reject: () => control.rejectNext('standard:connect'),
        hang: () => control.setApproval('ask'),
        hold: () => holdAnswer(control),
        fail: () => control.garbage('null', 'standard:connect'),
        throws(error) {
          const feature = wallet.features['standard:connect']
          if (!feature) throw new Error('the wallet cannot connect')
          vi.spyOn(feature, 'connect').mockImplementationOnce(async () => {
            throw error
          })
        },
        changeAccount: () => control.switchAccount(otherAddress),
        prompts: () => prompts().length,
        listeners: () => control.listenerCount('change'),
        forget: () => control.disconnect(),
        async stop() {
          unregister()
          await kernel.dispose()
          vi.unstubAllGlobals()
        },
      }
    },
  })
})

describe('the capabilities', () => {
  let stack: SolanaStack
  beforeAll(async () => {
    stack = await startSolana()
  })
  afterAll(() => stack?.stop())

  capabilitySuite({
    test,
    // Names are Solana mainnet’s own, which a local chain has not.
    skip: ['names'],
    lacks: ['inputs.name'],
    // The first send loads the client’s code, which a busy machine takes seconds for.
    timeLimit: 15_000,
    async create() {
      const network = defineSolanaNetwork({
        genesisHash: stack.genesisHash,
        name: 'Local',
        rpcUrls: [stack.url],
      })
      const kernel = createTestKernel({ networks: [network] })
      const [namespace] = kernel.list(Namespace)
      if (!namespace) throw new Error('no namespace')
      const { control, wallet } = createSolanaTestWallet({
        chains: [{ chain: 'solana:localnet', rpcUrl: stack.url }],
        permitted: true,
      })
      const [account] = wallet.accounts
      const receiver = stack.accounts[4]?.address
      if (!account || !receiver) throw new Error('no account')
      await stack.airdrop(account.address, 1_000_000_000n)
      const { decide, expire, refuseNext } = holdTransactions(stack, account.address)
      const another = stack.accounts[3]?.address ?? ''
      const pay = (lamports: number) => callOf(account.address, receiver, lamports)
      const instead = (answer: () => unknown) => answerInstead(wallet, answer)
      return {
        namespace,
        networkId: network.id,
        account: accountOn(network, account.address),
        provider: wallet,
        inputs: {
          receiver,
          amount: 1_000_000n,
          token: stack.mints.usd.address,
          noToken: receiver,
          transaction: await transferOf(stack, account.address, receiver),
          calls: [pay(1_000_000), pay(2_000_000)],
          invalidCall: { to: 'nobody' },
        },
        decide,
        balanceOf: stack.balanceOf,
        hang: () => instead(() => new Promise(() => {})),
        throws: (error) =>
          instead(() => {
            throw error
          }),
        answers: (value) => instead(() => value),
        expire,
        nodeRefuses: refuseNext,
        paysAnother: () => changeNext(wallet, () => transferOf(stack, account.address, another)),
        nodeHangs: () => stubNode(() => new Promise(() => {})),
        nodeFails: () => stubNode(() => Promise.reject(new TypeError('fetch failed'))),
        prompts: () => control.requests.filter(({ method }) => /sign|send/i.test(method)).length,
        reject: () => control.rejectNext(),
        verify: ({ signature, signedMessage }, message) =>
          ed25519.verify(
            new Uint8Array(getBase58Encoder().encode(signature)),
            signedMessage ?? new TextEncoder().encode(message),
            account.publicKey,
          ),
        verifyTransaction(signed) {
          const { signatures, message } = VersionedTransaction.deserialize(signed)
          const [signature] = signatures
          return !!signature && ed25519.verify(signature, message.serialize(), account.publicKey)
        },
        async stop() {
          vi.unstubAllGlobals()
          await kernel.dispose()
        },
      }
    },
  })
})

/** Gives this to every request to the node from now on. */
const stubNode = (answer: () => Promise<never>) => void vi.stubGlobal('fetch', answer)

/** Puts an answer in the place of the wallet's next signature. */
function answerInstead({ features }: SolanaTestWallet['wallet'], answer: () => unknown): void {
  const restores: (() => void)[] = []
  const take = (feature: keyof typeof features, name: string) => {
    const functions = features[feature] as unknown as Record<string, (...given: unknown[]) => unknown>
    const own = functions[name]
    if (!own) throw new Error(`The wallet has no ${name}.`)
    restores.push(() => Object.assign(functions, { [name]: own }))
    functions[name] = async () => {
      for (const restore of restores) restore()
      return answer()
    }
  }
  take('solana:signIn', 'signIn')
  take('solana:signMessage', 'signMessage')
  take('solana:signTransaction', 'signTransaction')
  take('solana:signAndSendTransaction', 'signAndSendTransaction')
}

/** Has the wallet sign this in the place of the next transaction. */
function changeNext({ features }: SolanaTestWallet['wallet'], change: () => Promise<Uint8Array>): void {
  const feature = features['solana:signTransaction']
  if (!feature) throw new Error('the wallet cannot sign')
  const own = feature.signTransaction
  feature.signTransaction = async (...inputs: readonly SolanaTransactionInput[]) => {
    feature.signTransaction = own
    const transaction = await change()
    return own(...inputs.map((input) => ({ ...input, transaction })))
  }
}

/** A payment as a call: one instruction. */
function callOf(from: string, to: string, lamports: number): SolanaInstruction {
  const { programId, keys, data } = SystemProgram.transfer({
    fromPubkey: new PublicKey(from),
    toPubkey: new PublicKey(to),
    lamports,
  })
  return {
    programId: programId.toBase58(),
    accounts: keys.map(({ pubkey, ...roles }) => ({ address: pubkey.toBase58(), ...roles })),
    data: new Uint8Array(data),
  }
}

/** A transfer that nobody has signed, in its wire form. */
async function transferOf(stack: SolanaStack, from: string, to: string): Promise<Uint8Array> {
  const connection = new Connection(stack.url, { commitment: 'confirmed', wsEndpoint: stack.webSocketUrl })
  const { blockhash } = await connection.getLatestBlockhash()
  const [payerKey, toPubkey] = [new PublicKey(from), new PublicKey(to)]
  const transfer = SystemProgram.transfer({ fromPubkey: payerKey, toPubkey, lamports: 1 })
  const message = new TransactionMessage({ payerKey, recentBlockhash: blockhash, instructions: [transfer] })
  return new VersionedTransaction(message.compileToV0Message()).serialize()
}
