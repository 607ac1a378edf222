import { type EvmStack, ownedAccountFactoryAbi } from '@latchkey/devstack/evm'
import { createBitcoinTestWallet } from '@latchkey/testkit/bitcoin'
import { installEvmTestWallet, installTestWallet } from '@latchkey/testkit/playwright'
import { ed25519 } from '@noble/curves/ed25519.js'
import { cryptoWaitReady, signatureVerify } from '@polkadot/util-crypto'
import { base58 } from '@scure/base'
import type { Page } from '@playwright/test'
import { Verifier } from 'bip322-js'
import { createPublicClient, createWalletClient, encodeFunctionData, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { AppConfiguration } from '../app/configuration.js'
import { configure } from '../fixtures.js'
import { connect } from '../page.js'
import { expectStatus, signIn, signInState } from '../signInPage.js'
import { startSignInServer } from '../signInServer.js'
import { expect, test } from './fixtures.js'

/** A wallet that is on the page, and who can say that a signature is by its account. */
interface Case {
  readonly configuration: AppConfiguration
  /** CAIP-10 id of the account that signs. */
  readonly accountId: string
  /** How the server says that it checked the signature. */
  readonly method: string
  /** By a library that is not ours. */
  verify(text: string, signature: string): Promise<boolean> | boolean
  readonly rpc?: Readonly<Record<string, string>>
}

const statement = 'Sign in to the test app.'
const clientOf = (stack: EvmStack) => createPublicClient({ chain: stack.chain, transport: http(stack.url) })

/** An extension whose account is a contract of its first key. */
async function installContractAccount(page: Page, stack: EvmStack, salt: string, isDeployed: boolean) {
  const [deployer, owner] = stack.accounts
  if (!deployer || !owner) throw new Error('The stack has too few accounts.')
  const factory = stack.contracts.ownedAccountFactory
  const args = [owner.address, `0x${Buffer.from(salt).toString('hex').padStart(64, '0').slice(-64)}`] as const
  const call = { address: factory, abi: ownedAccountFactoryAbi, functionName: 'addressOf', args } as const
  const address = await clientOf(stack).readContract(call)
  const data = encodeFunctionData({ abi: ownedAccountFactoryAbi, functionName: 'create', args })
  if (isDeployed) {
    const account = privateKeyToAccount(deployer.privateKey)
    const sender = createWalletClient({ account, chain: stack.chain, transport: http(stack.url) })
    await clientOf(stack).waitForTransactionReceipt({
      hash: await sender.sendTransaction({ to: factory, data }),
    })
  }
  await installEvmTestWallet(page, {
    accounts: [{ address, owner: owner.privateKey, deployment: { factory, data } }],
    chains: [{ chainId: stack.chainId, rpcUrl: stack.url }],
    initialChainId: stack.chainId,
  })
  return {
    configuration: { chains: [stack.chain] },
    accountId: `eip155:${stack.chainId}:${address}`,
    method: isDeployed ? 'eip1271' : 'eip6492',
    verify: (message, signature) =>
      clientOf(stack).verifyMessage({ address, message, signature: signature as Hex }),
    rpc: { [stack.chainId]: stack.url },
  } satisfies Case
}

/** Connects, signs, sees that the page knows, and that it still does after a reload without asking the wallet. */
async function signInAs(page: Page, mode: 'page' | 'backend', wallet: Case): Promise<void> {
  const app = process.env['LATCHKEY_E2E_URL'] ?? ''
  const server = mode === 'backend' ? await startSignInServer(app, wallet.rpc) : undefined
  try {
    const siwx = { required: true, statement, ...(server ? { backend: '/api/siwx' } : {}) }
    await configure(page, { ...wallet.configuration, siwx })
    await page.goto(server?.url ?? app)
    await connect(page)
    await signIn(page)
    const { sessions } = await signInState(page)
    expect(sessions.map(({ accountId }) => accountId)).toEqual([wallet.accountId])
    if (server) {
      expect(server.signIns).toMatchObject([
        { accountId: wallet.accountId, method: wallet.method, message: { statement } },
      ])
      expect(server.refused).toEqual([])
    } else {
      const { message = '', signature = '' } = sessions[0]?.session ?? {}
      expect(message).toContain(statement)
      expect(await wallet.verify(message, signature)).toBe(true)
      expect(await wallet.verify(`${message} `, signature)).toBe(false)
    }
    await page.reload()
    await expectStatus(page, 'signedIn')
    if (server) expect(server.signIns).toHaveLength(1)
  } finally {
    await server?.stop()
  }
}

for (const mode of ['page', 'backend'] as const) {
  test(`an EVM extension with a key signs in (${mode})`, async ({ page, chains: { main } }) => {
    const [account] = main.accounts
    await installEvmTestWallet(page, {
      accounts: main.accounts.slice(0, 1).map(({ privateKey }) => privateKey),
      chains: [{ chainId: main.chainId, rpcUrl: main.url }],
      initialChainId: main.chainId,
    })
    const address = account?.address as Hex
    await signInAs(page, mode, {
      configuration: { chains: [main.chain] },
      accountId: `eip155:${main.chainId}:${address}`,
      method: 'eip191',
      verify: (message, signature) =>
        clientOf(main).verifyMessage({ address, message, signature: signature as Hex }),
      rpc: { [main.chainId]: main.url },
    })
  })

  test(`an account that is a contract signs in by ERC-1271 (${mode})`, async ({ page, chains }, {
    testId,
  }) => {
    await signInAs(page, mode, await installContractAccount(page, chains.main, testId, true))
  })

  test(`a contract that is not deployed yet signs in by ERC-6492 (${mode})`, async ({ page, chains }, {
    testId,
  }) => {
    await signInAs(page, mode, await installContractAccount(page, chains.main, testId, false))
  })

  test(`a Solana wallet signs in (${mode})`, async ({ page, solanaStack: stack }) => {
    const [account] = stack.accounts
    if (!account) throw new Error('The stack has too few accounts.')
    const chain = 'solana:localnet'
    const chains = [{ chain, rpcUrl: stack.url }] as const
    await installTestWallet(page, { kind: 'solana', accounts: [account.secretKey], chains })
    const cluster = { genesisHash: stack.genesisHash, name: 'Local Solana', rpcUrls: [stack.url] }
    await signInAs(page, mode, {
      configuration: { clusters: [cluster] },
      accountId: `${stack.chainId}:${account.address}`,
      method: 'solana:ed25519',
      verify: (text, signature) =>
        ed25519.verify(
          base58.decode(signature),
          new TextEncoder().encode(text),
          base58.decode(account.address),
        ),
    })
  })

  test(`a Bitcoin wallet signs in (${mode})`, async ({ page, bitcoinStack: stack }) => {
    const seed = '5a'.repeat(32)
    const [account] = createBitcoinTestWallet({ seed, esploraUrl: stack.url }).accounts
    const address = account?.payment ?? ''
    await installTestWallet(page, { kind: 'bitcoin', seed, esploraUrl: stack.url })
    await signInAs(page, mode, {
      configuration: { esploraUrl: stack.url },
      accountId: `${stack.chainId}:${address}`,
      method: 'bip322-simple',
      verify: (text, signature) => Verifier.verifySignature(address, text, signature),
    })
  })

  test(`a Polkadot wallet signs in (${mode})`, async ({ page, polkadotStack: stack }) => {
    await cryptoWaitReady()
    const [account] = stack.accounts
    if (!account) throw new Error('The stack has too few accounts.')
    await installTestWallet(page, { kind: 'polkadot', accounts: [account.uri] })
    const substrate = {
      genesisHash: stack.genesisHash,
      ss58Prefix: stack.ss58Prefix,
      name: 'Local Substrate',
      nativeCurrency: { name: 'Rococo', symbol: stack.symbol, decimals: stack.decimals },
      rpcUrls: [stack.url],
    }
    await signInAs(page, mode, {
      configuration: { substrates: [substrate] },
      accountId: `${stack.chainId}:${account.address}`,
      method: 'sr25519',
      verify: (text, signature) =>
        signatureVerify(`<Bytes>${text}</Bytes>`, signature, account.address).isValid,
    })
  })
}
