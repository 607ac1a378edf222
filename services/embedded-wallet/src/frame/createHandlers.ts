import {
  type AccountType,
  classifyRpc,
  FrameError,
  type FrameHandlers,
  type FrameUser,
  supportedNetworks,
} from '@latchkey/plugin-email-auth/protocol'
import { type Hex, isAddressEqual } from 'viem'
import { applyTheme } from './applyTheme.js'
import { createLogins } from './createLogins.js'
import { createPasskeys } from './createPasskeys.js'
import type { FrameSession } from './createSession.js'
import type { FrameWallets } from './createWallets.js'
import { answerEvm } from './evm/answerEvm.js'
import { readCapabilities } from './evm/capabilities.js'
import { clientOf, readFromNode } from './evm/node.js'
import { answerPermissionList, permissionLists } from './evm/permissions/listPermissions.js'
import { recoverSigner } from './evm/recoverSigner.js'
import { readCallsStatus } from './evm/sendCalls.js'
import { readUpgrade, tellUpgrade } from './evm/upgrade/readUpgrade.js'
import { readUpgrades } from './evm/upgrade/readUpgrades.js'
import { undoUpgrade } from './evm/upgrade/undoUpgrade.js'
import { contracts } from './evm/smart/contracts.js'
import { accountNamed, type Bundlers, createAccounts, type EvmAccounts } from './evm/smart/createAccounts.js'
import { finishSignature } from './evm/smart/finishSignature.js'
import { requireOwner } from './evm/smart/requireOwner.js'
import { createNonceKeys } from './evm/smart/smartTools.js'
import type { FrameStorage } from './frameStorage.js'
import type { Screen } from './screen.js'
import type { Ask } from './serviceClient.js'
import { answerSolana } from './solanaRequests.js'

export interface FrameParts {
  readonly appOrigin: string
  readonly ask: Ask
  readonly session: FrameSession
  readonly storage: FrameStorage
  readonly wallets: FrameWallets
  readonly screen: Screen
  readonly bundlers: Bundlers
}

const defaultNetwork = 'eip155:1'

/** What the frame does for each request of the app. What is not listed is answered with `not_available`. */
export function createHandlers(parts: FrameParts): FrameHandlers {
  const { session, storage, wallets } = parts
  const rpcUrls = new Map<string, string>()
  const passkeys = createPasskeys(parts)
  const accounts = createAccounts(parts)
  const network = () => storage.readNetwork() ?? defaultNetwork

  function chooseNetwork(networkId: string, rpcUrl: string | undefined): void {
    if (!supportedNetworks.includes(networkId) && rpcUrl === undefined) {
      throw new FrameError('network_not_supported', `The embedded wallet does not work on ${networkId}.`)
    }
    if (rpcUrl !== undefined) rpcUrls.set(networkId, rpcUrl)
    storage.writeNetwork(networkId)
  }

  async function readUser(networkId: string, signal: AbortSignal): Promise<FrameUser> {
    const { solana } = await wallets.addresses(signal)
    const { email, userName, provider } = await session.read()
    const own: readonly { address: string; type: AccountType }[] = networkId.startsWith('solana:')
      ? [{ address: solana, type: 'eoa' }]
      : await accounts.list(networkId, signal)
    const [{ address, type }] = own as [{ address: string; type: AccountType }]
    const isSmart = own.some((account) => account.type === 'smartAccount')
    return {
      email,
      ...(userName === null ? {} : { userName }),
      ...(provider === null ? {} : { loggedInBy: provider }),
      address,
      networkId,
      accounts: [...own],
      smartAccountDeployed:
        isSmart &&
        (await accounts.isDeployed(await accounts.smart(signal), networkId, rpcUrls.get(networkId))),
      preferredAccountType: type,
    }
  }

  return {
    ...createLogins(parts, passkeys),
    getUser({ networkId, rpcUrl }, { signal }) {
      if (networkId !== undefined) chooseNetwork(networkId, rpcUrl)
      return readUser(network(), signal)
    },
    switchNetwork({ networkId, rpcUrl }) {
      chooseNetwork(networkId, rpcUrl)
      return { networkId }
    },
    getNetwork: () => ({ networkId: network() }),
    isConnected: async () => ({ isConnected: session.person() !== undefined }),
    signOut: async () => {
      await session.end()
      return undefined
    },
    rpcRequest: createRpc(parts, rpcUrls, accounts),
    exportKey: (_payload, { signal }) => wallets.showKey(signal).then(() => undefined),
    addRecovery: async ({ kind }, { signal }) => {
      await (kind === 'code' ? wallets.addCode(signal) : passkeys.add(signal))
      return undefined
    },
    getRecovery: () => wallets.recoveryState(),
    getSmartAccountNetworks: () => ({ networks: [...accounts.networks] }),
    ...createSmartRequests(accounts, network, rpcUrls),
    ...createUpgradeRequests(parts, network, rpcUrls),
    syncTheme(theme) {
      applyTheme(theme)
      return undefined
    },
    syncDappData: () => undefined,
    reload() {
      // The answer leaves first.
      setTimeout(() => location.reload(), 0)
      return undefined
    },
  }
}

/** What apps can ask about the smart account, beyond the accounts of `getUser`. */
function createSmartRequests(
  accounts: EvmAccounts,
  network: () => string,
  rpcUrls: ReadonlyMap<string, string>,
): Pick<FrameHandlers, 'initSmartAccount' | 'setPreferredAccount'> {
  return {
    async initSmartAccount(_payload, { signal }) {
      const here = await accounts.list(network(), signal)
      if (!here.some(({ type }) => type === 'smartAccount')) {
        throw new FrameError('not_available', 'There are no smart accounts on this network.')
      }
      const account = await accounts.smart(signal)
      const isDeployed = await accounts.isDeployed(account, network(), rpcUrls.get(network()))
      return { address: account.address, isDeployed }
    },
    async setPreferredAccount({ type }, { signal }) {
      accounts.prefer(type)
      const found = (await accounts.list(network(), signal)).find((account) => account.type === type)
      if (!found) throw new FrameError('not_available', 'There is no such account on this network.')
      return { type, address: found.address }
    },
  }
}

/** What the account of the key runs on the network that is used, and the way back (EIP-7702). */
function createUpgradeRequests(
  { wallets, screen, appOrigin }: FrameParts,
  network: () => string,
  rpcUrls: ReadonlyMap<string, string>,
): Pick<FrameHandlers, 'getUpgrade' | 'undoUpgrade'> {
  const place = () => ({ chainId: evmChainId(network()), rpcUrl: rpcUrls.get(network()) })
  return {
    async getUpgrade(_payload, { signal }) {
      if (!network().startsWith('eip155:')) return { upgrade: null }
      const { evm } = await wallets.addresses(signal)
      return { upgrade: tellUpgrade(await readUpgrade(clientOf(place()), evm)) }
    },
    async undoUpgrade(_payload, { signal }) {
      const { evm: address } = await wallets.addresses(signal)
      const key = async () => (await wallets.keys()).evm
      return { hash: await undoUpgrade({ ...place(), address, key, screen, signal, appOrigin }) }
    },
  }
}

type RpcHandler = NonNullable<FrameHandlers['rpcRequest']>

/** JSON-RPC by the policy: what is safe goes to the app's node, what signs is shown to the person. */
function createRpc(
  parts: FrameParts,
  rpcUrls: ReadonlyMap<string, string>,
  accounts: EvmAccounts,
): RpcHandler {
  const nonceKeys = createNonceKeys()
  const { session, storage, wallets } = parts
  return async ({ networkId, method, params, rpcUrl }, { signal }) => {
    const kind = classifyRpc(method)
    if (kind === 'refused')
      throw new FrameError('method_not_allowed', 'Requested RPC call is not allowed', { rpcCode: 4200 })
    if (method === 'personal_ecRecover') return { result: await recoverSigner(params) }
    const person = session.person()
    if (person === undefined) throw new FrameError('not_connected', 'Sign in first.', { rpcCode: 4100 })
    const node = rpcUrl ?? rpcUrls.get(networkId)
    const records = storage.callsOf(person)
    const rpcUrlOf = (id: string) => (id === networkId ? node : rpcUrls.get(id))
    if (method === 'wallet_getCallsStatus')
      return { result: await readCallsStatus(params, { records, rpcUrlOf }) }
    if (kind === 'safe' && !ownMethods.has(method))
      return { result: await readFromNode(method, params, node, signal) }
    if (permissionLists.has(method)) {
      const permissions = storage.permissionsOf(person)
      return { result: await answerPermissionList(method, { accounts, permissions, rpcUrlOf, signal }) }
    }
    const addresses = await wallets.addresses(signal)
    if (method === 'eth_accounts') {
      return { result: (await accounts.list(networkId, signal)).map(({ address }) => address) }
    }
    if (method === 'eth_chainId') return { result: `0x${evmChainId(networkId).toString(16)}` }
    if (method === 'wallet_getCapabilities') {
      const known = [...supportedNetworks, ...rpcUrls.keys(), networkId].filter((id) =>
        id.startsWith('eip155:'),
      )
      const chains = [...new Set(known.map(evmChainId))]
      const statuses = await readUpgrades(addresses.evm, chains, (id) => rpcUrlOf(`eip155:${id}`))
      const asked = accounts.networks.length > 0 ? accountNamed(method, params) : undefined
      const smart = asked && (await accounts.smart(signal))
      const isSmart = smart && isAddressEqual(asked as Hex, smart.address)
      if (!isSmart) return { result: readCapabilities(params, addresses.evm, chains, statuses) }
      return { result: readCapabilities(params, smart.address, accounts.networks, () => 'smartAccount') }
    }
    const shared = { screen: parts.screen, signal, appOrigin: parts.appOrigin, rpcUrl: node }
    if (method.startsWith('solana_')) {
      const seed = async () => (await wallets.keys()).solana
      const context = { ...shared, networkId, address: addresses.solana, seed }
      return { result: await answerSolana(method, params, context) }
    }
    const chainId = evmChainId(networkId)
    const account = await accounts.smartFor(networkId, accountNamed(method, params), signal)
    if (account) {
      const bundlers = parts.bundlers[networkId] ?? []
      const context = {
        ...shared,
        chainId,
        address: account.address,
        key: async () => requireOwner((await wallets.keys()).smartOwner, account.owner),
        finish: (signature: Hex) => finishSignature(signature, account, { chainId, rpcUrl: node }),
        ownContracts: [account.address, contracts.delegationManager],
        smart: { account, bundlers, nonceKeys },
        permissions: storage.permissionsOf(person),
        records,
      }
      return { result: await answerEvm(method, params, context) }
    }
    const key = async () => (await wallets.keys()).evm
    const ownContracts = [addresses.evm, contracts.delegationManager]
    const context = { ...shared, chainId, address: addresses.evm, key, records, ownContracts }
    return { result: await answerEvm(method, params, context) }
  }
}

/** Safe methods that are about the account, of which no node knows anything. */
const ownMethods: ReadonlySet<string> = new Set([
  'eth_accounts',
  'eth_chainId',
  'wallet_getCapabilities',
  ...permissionLists,
])

function evmChainId(networkId: string): number {
  const [namespace, reference = ''] = networkId.split(':')
  if (namespace !== 'eip155')
    throw new FrameError('network_not_supported', 'This method needs an EVM network. Switch first.')
  return Number(reference)
}
