import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Address, type Chain, defineChain, erc20Abi } from 'viem'
import { DevstackError } from '../devstackError.js'
import { startChild } from '../startChild.js'
import { anvilBinary } from './anvilBinary.js'
import { artifacts } from './artifacts.js'
import { deployMulticall3 } from './deployMulticall3.js'
import { deployNames } from './deployNames.js'
import { deployTokens } from './deployTokens.js'
import { withDeployer } from './deployer.js'
import { DEV_MNEMONIC, devAccounts } from './devAccounts.js'
import { type EvmClient, createEvmClient } from './evmClient.js'
import type { EvmAccount, EvmContracts, EvmStack } from './evmStack.js'
import { placeSmartAccounts } from './placeSmartAccounts.js'

export interface StartEvmOptions {
  /** @default 0, which takes a free port */
  readonly port?: number
  /** @default 31337 */
  readonly chainId?: number
  /** What wallets and the widget call the chain. @default `Local ${chainId}` */
  readonly name?: string
  /** BIP-39 words for the ten accounts. @default the well-known "test test … junk" */
  readonly mnemonic?: string
  /** Seconds between blocks. Without it every transaction gets its own block at once. */
  readonly blockTimeSeconds?: number
  /** More arguments for anvil, for example `['--hardfork', 'prague']`. */
  readonly anvilArguments?: readonly string[]
}

const ACCOUNT_COUNT = 10
const MAXIMUM_CHAIN_ID = 2 ** 32

/**
 * Starts a local EVM chain (anvil on loopback) with tokens, ENS names, Multicall3 and a smart account
 * factory. Any number can run side by side; give each its own `chainId` to test network switching.
 *
 * @throws DevstackError PORT_IN_USE, PROCESS_EXITED, PROCESS_NOT_READY, BINARY_MISSING, INVALID_OPTION
 */
export async function startEvm(options: StartEvmOptions = {}): Promise<EvmStack> {
  const { port = 0, chainId = 31337, mnemonic = DEV_MNEMONIC } = options
  checkInteger('port', port, 0, 65_535)
  checkInteger('chainId', chainId, 1, MAXIMUM_CHAIN_ID)
  if (options.blockTimeSeconds !== undefined)
    checkInteger('blockTimeSeconds', options.blockTimeSeconds, 1, 3600)
  const accounts = devAccounts(mnemonic, ACCOUNT_COUNT)
  // By default, anvil keeps its states in the home folder and leaves them there when it ends.
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-anvil-'))
  const child = await startChild({
    name: 'anvil',
    command: anvilBinary(),
    folder,
    arguments: [
      ...['--cache-path', folder],
      ...['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId)],
      ...['--accounts', String(ACCOUNT_COUNT), '--balance', '10000', '--mnemonic', mnemonic],
      ...(options.anvilArguments ?? []),
    ],
    ready: (output) => /Listening on 127\.0\.0\.1:(\d+)/.exec(output)?.[1],
  })
  try {
    const url = `http://127.0.0.1:${child.ready}`
    const chain = bareChain(chainId, options.name ?? `Local ${chainId}`, url)
    const client = createEvmClient(chain)
    await checkChainId(client, chainId)
    const deployed = await deploy(client, accounts)
    await placeSmartAccounts(client)
    if (options.blockTimeSeconds) await client.setIntervalMining({ interval: options.blockTimeSeconds })
    return {
      url,
      webSocketUrl: url.replace('http', 'ws'),
      chainId,
      chain: withContracts(chain, deployed.contracts),
      accounts,
      ...deployed,
      ...chainHelpers(client),
      client,
      pid: child.pid,
      stop: child.stop,
    }
  } catch (error) {
    await child.stop()
    throw error
  }
}

function checkInteger(name: string, value: number, minimum: number, maximum: number): void {
  if (Number.isInteger(value) && value >= minimum && value <= maximum) return
  const message = `The option "${name}" must be a whole number from ${minimum} to ${maximum}, not ${value}.`
  throw new DevstackError('INVALID_OPTION', message)
}

function bareChain(id: number, name: string, url: string): Chain {
  return defineChain({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url], webSocket: [url.replace('http', 'ws')] } },
    testnet: true,
  })
}

function withContracts(chain: Chain, contracts: EvmContracts): Chain {
  return defineChain({
    ...chain,
    contracts: {
      multicall3: { address: contracts.multicall3 },
      ensRegistry: { address: contracts.ensRegistry },
      ensUniversalResolver: { address: contracts.ensUniversalResolver },
    },
  })
}

async function checkChainId(client: EvmClient, expected: number): Promise<void> {
  const actual = await client.getChainId()
  if (actual === expected) return
  const message = `The node answered with chain id ${actual} and not ${expected}; another program may hold its port.`
  throw new DevstackError('WRONG_CHAIN', message)
}

async function deploy(client: EvmClient, accounts: readonly EvmAccount[]) {
  const [alice, bob] = accounts
  const impostor = accounts.at(-1)
  if (!alice || !bob || !impostor) throw new Error('The mnemonic gave no accounts.')
  const owners = { alice: alice.address, bob: bob.address, impostor: impostor.address }
  return withDeployer(client, async (deployer) => {
    const multicall3 = await deployMulticall3(client, deployer)
    const tokens = await deployTokens(
      deployer,
      // The deployer's own part is for the pools of `deployAmm`.
      [...accounts.map((account) => account.address), deployer.address],
    )
    const { contracts: nameContracts, names } = await deployNames(deployer, owners)
    const ownedAccountFactory = await deployer.deploy(artifacts.ownedAccountFactory)
    const batchAccount = await deployer.deploy(artifacts.batchAccount)
    const contracts: EvmContracts = { multicall3, ...nameContracts, ownedAccountFactory, batchAccount }
    return { tokens, names, contracts }
  })
}

function chainHelpers(
  client: EvmClient,
): Pick<EvmStack, 'balanceOf' | 'tokenBalanceOf' | 'mine' | 'setBalance' | 'snapshot' | 'revert'> {
  return {
    balanceOf: (address) => client.getBalance({ address }),
    tokenBalanceOf: (token: Address, address: Address) =>
      client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [address] }),
    mine: (blocks = 1) => client.mine({ blocks }),
    setBalance: (address, value) => client.setBalance({ address, value }),
    snapshot: () => client.snapshot(),
    revert: (id) => client.revert({ id }),
  }
}
