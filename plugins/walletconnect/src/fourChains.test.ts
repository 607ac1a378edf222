// One session over every chain, on real local nodes, with the real client libraries on both sides.
import { type BitcoinStack, startBitcoin } from '@latchkey/devstack/bitcoin'
import { type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { type PolkadotStack, startPolkadot } from '@latchkey/devstack/polkadot'
import { type SolanaStack, startSolana } from '@latchkey/devstack/solana'
import { findCapability, Send } from '@latchkey/kernel/contracts'
import { Namespace, type NamespaceId, type NetworkId } from '@latchkey/kernel/plugin'
import { bip122, bitcoinRegtest } from '@latchkey/plugin-bip122'
import { eip155 } from '@latchkey/plugin-eip155'
import { definePolkadotNetwork, polkadot } from '@latchkey/plugin-polkadot'
import { defineSolanaNetwork, solana } from '@latchkey/plugin-solana'
import type { PartialApproval, WalletConnectWallet } from '@latchkey/testkit/walletconnect'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { Verifier } from 'bip322-js'
import { type Hex, verifyMessage } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Bench, evmChain, newDevice, type Page, startBench } from '../test/startBench.js'

/** The published key of the development account //Alice. */
const aliceKey = 'e5be9a5092b81bca64be81d212e7f2f9eba183bb7a90954f7b76361f6edb5c0a'

interface Stacks {
  readonly eip155: EvmStack
  readonly solana: SolanaStack
  readonly bip122: BitcoinStack
  readonly polkadot: PolkadotStack
}
let stacks: Stacks
let bench: Bench | undefined

beforeAll(async () => {
  stacks = {
    eip155: await startEvm(),
    solana: await startSolana(),
    bip122: await startBitcoin(),
    polkadot: await startPolkadot(),
  }
}, 180_000)
afterEach(async () => {
  await bench?.stop()
  bench = undefined
})
afterAll(async () => {
  for (const stack of Object.values(stacks ?? {})) await stack.stop()
})

/** What is paid on each chain, to whom, and how its node sees it. */
function payments(): Readonly<
  Record<NamespaceId, { networkId: NetworkId; to: string; amount: bigint; balance(): Promise<bigint> }>
> {
  const { eip155: evm, solana: sol, bip122: bitcoin, polkadot: substrate } = stacks
  const receiver = {
    eip155: evm.accounts[5]?.address as Hex,
    solana: sol.accounts[4]?.address as string,
    bip122: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    polkadot: substrate.accounts[4]?.address as string,
  }
  return {
    eip155: {
      networkId: `eip155:${evm.chainId}`,
      to: receiver.eip155,
      amount: 10n ** 15n,
      balance: () => evm.client.getBalance({ address: receiver.eip155 }),
    },
    solana: {
      networkId: sol.chainId as NetworkId,
      to: receiver.solana,
      amount: 1_000_000n,
      balance: () => sol.balanceOf(receiver.solana),
    },
    bip122: {
      networkId: bitcoin.chainId as NetworkId,
      to: receiver.bip122,
      amount: 150_000n,
      balance: () => bitcoin.balanceOf(receiver.bip122),
    },
    polkadot: {
      networkId: substrate.chainId as NetworkId,
      to: receiver.polkadot,
      amount: 10n ** 12n,
      balance: () => substrate.balanceOf(receiver.polkadot),
    },
  }
}

const plugins = () => {
  const { eip155: evm, solana: sol, bip122: bitcoin, polkadot: substrate } = stacks
  return [
    eip155({ networks: [evmChain(evm.chainId, 'Local EVM', evm.url)] }),
    solana({
      networks: [
        defineSolanaNetwork({
          genesisHash: sol.genesisHash,
          name: 'Local Solana',
          rpcUrls: [sol.url],
          testnet: true,
        }),
      ],
    }),
    bip122({ networks: [bitcoinRegtest], esploraUrls: { [bitcoinRegtest.id]: bitcoin.url } }),
    polkadot({
      networks: [
        definePolkadotNetwork({
          genesisHash: substrate.genesisHash,
          ss58Prefix: substrate.ss58Prefix,
          name: 'Local Substrate',
          nativeCurrency: { name: 'Rococo', symbol: substrate.symbol, decimals: substrate.decimals },
          rpcUrls: [substrate.url],
          testnet: true,
        }),
      ],
    }),
  ]
}

async function connected(
  proposal: 'approve' | { readonly approve: PartialApproval },
): Promise<{ readonly page: Page; readonly wallet: WalletConnectWallet }> {
  const { eip155: evm, solana: sol, bip122: bitcoin, polkadot: substrate } = stacks
  const networks = {
    eip155: [`eip155:${evm.chainId}`],
    solana: [sol.chainId],
    bip122: [bitcoin.chainId],
    polkadot: [substrate.chainId],
  }
  bench = await startBench({
    policies: { proposal, request: 'approve' },
    networks,
    rpcUrls: {
      [networks.eip155[0] as string]: evm.url,
      [sol.chainId]: sol.url,
      [bitcoin.chainId]: bitcoin.url,
    },
    keys: {
      eip155: [Buffer.from(evm.accounts[2]?.privateKey.slice(2) ?? '', 'hex')],
      solana: [base58.decode(sol.accounts[1]?.secretKey ?? '').subarray(0, 32)],
      polkadot: [Buffer.from(aliceKey, 'hex')],
    },
  })
  const { wallet } = bench
  const [payer] =
    wallet.signers.find(({ namespace }) => namespace === 'bip122')?.addresses(bitcoin.chainId) ?? []
  await bitcoin.faucet(payer as string, 5_000_000n)
  const page = await bench.open(newDevice(), plugins())
  await page.connect(wallet.pair)
  return { page, wallet }
}

async function pay(page: Page, namespace: NamespaceId): Promise<void> {
  const payment = payments()[namespace]
  const from = page.session.activeAccount(namespace)
  const capabilities = page.kernel.list(Namespace).find(({ id }) => id === namespace)?.capabilities ?? []
  const send = findCapability(capabilities, Send)
  if (!payment || !from || !send) throw new Error(`Not connected on ${namespace}.`)
  const { networkId, to, amount, balance } = payment
  const before = await balance()
  const provider = page.session.provider({ namespace })
  const prepared = await send.prepare({ networkId, from, to, amount, provider })
  const submitted = await prepared.submit()
  const decided = submitted.wait()
  if (namespace === 'bip122') await stacks.bip122.mine()
  expect(await decided).toEqual({ status: 'confirmed' })
  expect((await balance()) - before).toBe(amount)
}

const isSigned: Readonly<Record<NamespaceId, (address: string, signature: string) => Promise<boolean>>> = {
  eip155: (address, signature) =>
    verifyMessage({ address: address as Hex, message: 'hi', signature: signature as Hex }),
  solana: async (address, signature) =>
    ed25519.verify(base58.decode(signature), new TextEncoder().encode('hi'), base58.decode(address)),
  bip122: async (address, signature) => Verifier.verifySignature(address, 'hi', signature),
  async polkadot(address, signature) {
    const { cryptoWaitReady, signatureVerify } = await import('@polkadot/util-crypto')
    await cryptoWaitReady()
    return signatureVerify('<Bytes>hi</Bytes>', signature, address).isValid
  },
}

async function expectSignature(page: Page, namespace: NamespaceId): Promise<void> {
  const { address, signature } = await page.sign(namespace, 'hi')
  expect(await isSigned[namespace]?.(address, signature)).toBe(true)
}

const namespaces = ['eip155', 'solana', 'bip122', 'polkadot'] as const

describe('a session over four namespaces', () => {
  it('signs and pays on each of them after one approval', async () => {
    const { page, wallet } = await connected('approve')
    expect(page.session.activeConnection('eip155')?.namespaces).toEqual(namespaces)
    for (const namespace of namespaces) {
      await expectSignature(page, namespace)
      await pay(page, namespace)
    }
    expect(wallet.errors).toEqual([])
    expect(wallet.answers.filter(({ kind }) => kind === 'proposal')).toHaveLength(1)
    await expect
      .poll(() => wallet.answers.filter(({ kind }) => kind === 'request').map(({ method }) => method))
      .toEqual([
        'personal_sign',
        'eth_sendTransaction',
        'solana_signMessage',
        'solana_signTransaction',
        'signMessage',
        'sendTransfer',
        'polkadot_signMessage',
        'polkadot_signTransaction',
      ])
    await page.session.disconnect({ namespace: 'polkadot' })
    expect(page.session.state.connections).toEqual([])
    await expect.poll(() => wallet.sessions).toEqual([])
  }, 180_000)
})

describe('a session over one namespace', () => {
  it.each(namespaces)(
    'signs and pays on %s alone',
    async (namespace) => {
      const { page } = await connected({ approve: { namespaces: [namespace] } })
      expect(page.session.activeConnection(namespace)?.namespaces).toEqual([namespace])
      await expectSignature(page, namespace)
      await pay(page, namespace)
    },
    180_000,
  )
})

describe('a wallet that allows only some methods', () => {
  it('pays bitcoin by a transaction that the app builds and the wallet signs', async () => {
    const methods = ['signPsbt', 'getAccountAddresses']
    const { page, wallet } = await connected({ approve: { namespaces: ['bip122'], methods } })
    await pay(page, 'bip122')
    await expect.poll(() => wallet.answers.at(-1)?.method).toBe('signPsbt')
    await expect(page.sign('bip122', 'hi')).rejects.toMatchObject({ code: 'WALLET_FEATURE_MISSING' })
  }, 180_000)

  it('pays on Solana by a transaction that the wallet signs and sends', async () => {
    const methods = ['solana_signAndSendTransaction']
    const { page, wallet } = await connected({ approve: { namespaces: ['solana'], methods } })
    await pay(page, 'solana')
    await expect.poll(() => wallet.answers.at(-1)?.method).toBe('solana_signAndSendTransaction')
  }, 180_000)
})
